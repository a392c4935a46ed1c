#include "tables.h"

// `#embed` (C23) costs the compiler nothing, unlike an array literal in Swift.
static const unsigned char common_passwords[] = {
#embed "common.txt"
};
static const unsigned char folded_letters[] = {
#embed "folding.txt"
};

Table fairkit_common_passwords(void) { return (Table){common_passwords, sizeof common_passwords}; }
Table fairkit_folded_letters(void) { return (Table){folded_letters, sizeof folded_letters}; }
