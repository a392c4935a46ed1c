#pragma once
#include <stddef.h>

/// The bytes of a file, as they stood when tables.c was compiled.
typedef struct {
    const unsigned char *_Nonnull bytes;
    size_t length;
} Table;

/// common.txt: sorted lines, each with its line feed. See make.py.
Table fairkit_common_passwords(void);

/// folding.txt: in each line the folded letters, and after a space all letters that fold to them. See scripts/folding.
Table fairkit_folded_letters(void);

/// The texts in each language: JSON with comments. See docs/texts.md.
Table fairkit_english_texts(void);
Table fairkit_spanish_texts(void);
Table fairkit_swahili_texts(void);
