/* Okey: how many tiles of a hand a winning hand of melds can keep. */
#include "okey_keep.h"

#define MELDS 197 /* 132 runs of 3 to 5, 65 groups */

typedef struct keeper {
    uint64_t meld[MELDS];
    int gain[MELDS];
    int n, best, most;
} keeper;

static int choose(keeper *k, okey_pool pool, int from, int melds, int tiles, int kept)
{
    if (melds == 0) {
        if (tiles == 0 && kept > k->best)
            k->best = kept;
        return k->best >= k->most;
    }
    for (int i = from; i < k->n; i++) {
        uint64_t meld = k->meld[i];
        int size = rummy_count(meld);
        if (kept + k->gain[i] * melds <= k->best)
            return 0;
        if (tiles - size < 3 * (melds - 1) || tiles - size > 5 * (melds - 1))
            continue;
        okey_pool rest = pool;
        rest.all_wilds -= rummy_count(meld & ~pool.one);
        if (rest.all_wilds < 0)
            continue;
        rest.one &= ~meld | pool.two;
        rest.two &= ~meld;
        rest.once &= ~meld | pool.twice;
        rest.twice &= ~meld;
        if (choose(k, rest, i, melds - 1, tiles - size, kept + rummy_count(meld & pool.once)))
            return 1;
    }
    return 0;
}

int rummy_okey_keep(const okey_pool *pool, int wrap, int least, int most)
{
    keeper k;
    uint64_t all[MELDS];
    int n = 0;
    for (int suit = 0; suit < 4; suit++)
        for (int size = 3; size <= 5; size++)
            for (int start = 0; start + size <= RUMMY_RANKS + wrap; start++) {
                uint64_t run = ((uint64_t)1 << size) - 1;
                run <<= start;
                run = (run | run >> RUMMY_RANKS) & 0x1FFF;
                all[n++] = run << RUMMY_LANE * suit;
            }
    for (int rank = 0; rank < RUMMY_RANKS; rank++)
        for (int without = 0; without <= 4; without++)
            all[n++] = RUMMY_LANES(1) << rank & ~(without < 4 ? (uint64_t)1 << (rank + RUMMY_LANE * without) : 0);
    k.n = 0;
    for (int gain = 5; gain >= 0; gain--)
        for (int i = 0; i < n; i++)
            if (rummy_count(all[i] & pool->once) == gain && rummy_count(all[i] & ~pool->one) <= pool->all_wilds) {
                k.gain[k.n] = gain;
                k.meld[k.n++] = all[i];
            }
    k.best = least < 0 ? -1 : least;
    k.most = most;
    if (k.best < most && !choose(&k, *pool, 0, 4, RUMMY_OKEY_HAND, 0))
        (void)choose(&k, *pool, 0, 3, RUMMY_OKEY_HAND, 0);
    return k.best;
}
