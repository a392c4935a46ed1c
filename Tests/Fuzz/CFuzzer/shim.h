#include <stddef.h>
#include <stdint.h>

/// libFuzzer's driver, for a program that has its own main: https://llvm.org/docs/LibFuzzer.html
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*run)(const uint8_t *data, size_t size));
