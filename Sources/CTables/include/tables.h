#pragma once
#include <stddef.h>

/// The bytes of a file beside tables.c, as they stood when it was compiled.
typedef struct {
    const unsigned char *_Nonnull bytes;
    size_t length;
} Table;

/// common.txt: sorted lines, each with its line feed. See make.py.
Table fairkit_common_passwords(void);

/// folding.txt: in each line the folded letters, and after a space all letters that fold to them. See scripts/folding.
Table fairkit_folded_letters(void);
