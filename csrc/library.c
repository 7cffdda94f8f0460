/* The library itself: its version, the games that it has, and what a seat may know of an event. */
#include "game.h"

int rummy_version(void) { return RUMMY_VERSION_MAJOR * 10000 + RUMMY_VERSION_MINOR * 100 + RUMMY_VERSION_PATCH; }

int rummy_event_for(const rummy_event *event, int seat, rummy_event *out)
{
    if (seat != event->seat && event->hidden)
        return 0;
    *out = *event;
    out->hidden = 0;
    if (seat != event->seat)
        out->own = event->tile;
    return 1;
}

#define DECLARE(name) extern const rummy_game name##_game;
#define LIST(name) &name##_game,

RUMMY_GAMES(DECLARE)

static const rummy_game *const games[] = {RUMMY_GAMES(LIST)};

const rummy_game *rummy_game_of(int number)
{
    return number >= 0 && number < (int)(sizeof games / sizeof *games) ? games[number] : NULL;
}
