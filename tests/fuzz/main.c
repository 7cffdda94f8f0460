/* The entry of the fuzz targets. With FUZZ_TARGET set to the name of one it is libFuzzer's; without, a program that
 * runs inputs one by one:
 *
 *     fuzz TARGET FILE...     the inputs in these files
 *     fuzz TARGET             300 inputs made from numbers 0, 1, 2 ...
 * / */
#include "fuzz.h"

#ifdef FUZZ_TARGET
#define JOIN(a, b) a##b
#define TARGET(name) JOIN(fuzz_, name)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    TARGET(FUZZ_TARGET)(&in);
    return 0;
}
#else
static const struct {
    const char *name;
    void (*run)(input *in);
} targets[] = {
    {"okey_hands", fuzz_okey_hands},         {"okey_round", fuzz_okey_round},   {"marriage_hands", fuzz_marriage_hands},
    {"marriage_round", fuzz_marriage_round}, {"settlements", fuzz_settlements}, {"tables", fuzz_tables},
};

static void run_made(void (*run)(input *in))
{
    uint8_t data[1024];
    rummy_random random;
    for (unsigned seed = 0; seed < 300; seed++) {
        rummy_random_seed(&random, seed);
        for (size_t i = 0; i < sizeof data; i++)
            data[i] = (uint8_t)rummy_random_next(&random);
        input in = {data, rummy_random_below(&random, sizeof data)};
        run(&in);
    }
}

static int run_file(void (*run)(input *in), const char *path)
{
    static uint8_t data[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 0;
    }
    input in = {data, fread(data, 1, sizeof data, file)};
    fclose(file);
    run(&in);
    return 1;
}

int main(int argc, char **argv)
{
    for (size_t i = 0; argc > 1 && i < sizeof targets / sizeof *targets; i++) {
        if (strcmp(argv[1], targets[i].name))
            continue;
        if (argc == 2)
            run_made(targets[i].run);
        for (int at = 2; at < argc; at++)
            if (!run_file(targets[i].run, argv[at]))
                return EXIT_FAILURE;
        return EXIT_SUCCESS;
    }
    fprintf(stderr, "usage: fuzz TARGET [FILE...]\n");
    return 2;
}
#endif
