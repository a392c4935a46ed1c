// Loops over pixels and samples that decide how long a photo takes: plain C, so that the compiler vectorises them. Nothing is
// allocated, and nothing is read or written beyond the sizes that are passed.

#pragma once
#include <stdint.h>

/// Pixels of a cell's side. See `strips_cells`.
#define STRIPS_CELL 8

/// Symbols of Code 128: 103 data characters and three starts, filled up to a multiple of eight. See `strips_correlate`.
#define STRIPS_SYMBOLS 112

/// Of them the characters; three starts follow.
#define STRIPS_CHARACTERS 103

/// Most points of a window that is compared with a symbol: four a module.
#define STRIPS_TAPS 44

/// Sums of squares and products of the central differences (without the half) in each cell of 8 × 8 pixels, rows of cells
/// without gaps; pixels beyond the last whole cell are left out. `sums` holds 3 × width ints.
void strips_cells(
    const uint8_t *pixels, long width, long height, int32_t *sums, float *xx, float *yy, float *xy);

/// Samples a picture along straight columns by bicubic interpolation (Catmull-Rom); outside it the nearest pixel counts.
///
/// `columns` holds four floats each: x and y of the column's middle, and the step from one row to the next.
void strips_sample(
    const uint8_t *pixels, long width, long height, const float *columns, long columnCount, long rowCount, float *strip);

/// How far each row of a strip has to be moved, in samples, to go on from the row beside it nearer to the middle, so that
/// bars stand upright: the structure tensor's slope over `2 × reach + 1` columns and five rows. `work` holds 4 × columns.
void strips_slopes(const float *strip, long columnCount, long rowCount, long reach, float *work, float *slopes);

/// Moves the rows by their slopes, summed up from the middle one on. `shift` holds a row, `straight` as much as the strip.
void strips_straighten(
    const float *strip, long columnCount, long rowCount, const float *slopes, float *shift, float *straight);

/// Compares a window of a profile with every symbol: `r[i]` is their correlation. The window is `width` samples from `start`
/// on. `templates` holds `taps` rows (at most STRIPS_TAPS) of STRIPS_SYMBOLS values, each symbol without mean and of length one.
void strips_correlate(
    const float *profile, long count, float start, float width, const float *templates, long taps, float *r);

/// The same, and only what the likeliest character and the likeliest start have; at least 0.
void strips_likeliest(
    const float *profile, long count, float start, float width, const float *templates, long taps, float *character, float *first);

/// The same with one symbol of `taps` values, at most 64.
void strips_correlate_one(
    const float *profile, long count, float start, float width, const float *symbol, long taps, float *r);
