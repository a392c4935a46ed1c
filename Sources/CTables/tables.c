#include "tables.h"

// `#embed` (C23) costs the compiler nothing, unlike an array literal in Swift.
static const unsigned char common_passwords[] = {
#embed "common.txt"
};
static const unsigned char folded_letters[] = {
#embed "folding.txt"
};
static const unsigned char english_texts[] = {
#embed "../FairKitCore/Texts/Catalogue/en.json5"
};
static const unsigned char spanish_texts[] = {
#embed "../FairKitCore/Texts/Catalogue/es.json5"
};
static const unsigned char swahili_texts[] = {
#embed "../FairKitCore/Texts/Catalogue/sw.json5"
};

Table fairkit_common_passwords(void) { return (Table){common_passwords, sizeof common_passwords}; }
Table fairkit_folded_letters(void) { return (Table){folded_letters, sizeof folded_letters}; }
Table fairkit_english_texts(void) { return (Table){english_texts, sizeof english_texts}; }
Table fairkit_spanish_texts(void) { return (Table){spanish_texts, sizeof spanish_texts}; }
Table fairkit_swahili_texts(void) { return (Table){swahili_texts, sizeof swahili_texts}; }
