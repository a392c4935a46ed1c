#include "strips.h"
#include <math.h>
#include <string.h>

// The newest vector unit that the processor has is chosen when the program starts.
#if defined(__x86_64__) && defined(__linux__)
#define FAST __attribute__((target_clones("arch=x86-64-v3", "default")))
#else
#define FAST
#endif

FAST void strips_cells(
    const uint8_t *pixels, long width, long height, int32_t *sums, float *xx, float *yy, float *xy)
{
    const long across = width / STRIPS_CELL, down = height / STRIPS_CELL;
    int32_t *const sxx = sums, *const syy = sums + width, *const sxy = sums + 2 * width;
    for (long cell = 0; cell < down; cell++) {
        for (long i = 0; i < 3 * width; i++) sums[i] = 0;
        for (long line = 0; line < STRIPS_CELL; line++) {
            const long y = cell * STRIPS_CELL + line;
            if (y == 0 || y == height - 1) continue;
            const uint8_t *const row = pixels + y * width, *const above = row - width, *const below = row + width;
            for (long x = 1; x < width - 1; x++) {
                const int32_t gx = (int32_t)row[x + 1] - row[x - 1];
                const int32_t gy = (int32_t)below[x] - above[x];
                sxx[x] += gx * gx;
                syy[x] += gy * gy;
                sxy[x] += gx * gy;
            }
        }
        for (long i = 0; i < across; i++) {
            int32_t a = 0, b = 0, c = 0;
            for (long x = i * STRIPS_CELL; x < (i + 1) * STRIPS_CELL; x++) {
                a += sxx[x];
                b += syy[x];
                c += sxy[x];
            }
            xx[cell * across + i] = (float)a;
            yy[cell * across + i] = (float)b;
            xy[cell * across + i] = (float)c;
        }
    }
}

typedef float four_floats __attribute__((vector_size(16)));
typedef uint8_t four_bytes __attribute__((vector_size(4)));

static inline long inside(long value, long count)
{
    return value < 0 ? 0 : value >= count ? count - 1 : value;
}

static inline void weights(float t, float *w)
{
    const float t2 = t * t, t3 = t2 * t;
    w[0] = -0.5f * t + t2 - 0.5f * t3;
    w[1] = 1.0f - 2.5f * t2 + 1.5f * t3;
    w[2] = 0.5f * t + 2.0f * t2 - 1.5f * t3;
    w[3] = -0.5f * t2 + 0.5f * t3;
}

FAST void strips_sample(
    const uint8_t *pixels, long width, long height, const float *columns, long columnCount, long rowCount, float *strip)
{
    const float middle = 0.5f * (float)(rowCount - 1);
    for (long row = 0; row < rowCount; row++) {
        for (long column = 0; column < columnCount; column++) {
            const float *const c = columns + 4 * column;
            // Kept where indices are exact, whatever a far-off curve asks for; what is no number is far off, too.
            const float limit = 1e6f;
            const float px = c[0] + ((float)row - middle) * c[2], py = c[1] + ((float)row - middle) * c[3];
            const float x = px > -limit ? (px < limit ? px : limit) : -limit;
            const float y = py > -limit ? (py < limit ? py : limit) : -limit;
            const float fx = floorf(x), fy = floorf(y);
            float wx[4], wy[4];
            weights(x - fx, wx);
            weights(y - fy, wy);
            const long ix = (long)fx - 1, iy = (long)fy - 1;
            // Four pixels beside each other are one vector.
            four_floats sum = {0};
            for (long j = 0; j < 4; j++) {
                const uint8_t *const line = pixels + inside(iy + j, height) * width;
                four_bytes near;
                if (ix >= 0 && ix + 3 < width) {
                    memcpy(&near, line + ix, sizeof near);
                } else {
                    for (long i = 0; i < 4; i++) near[i] = line[inside(ix + i, width)];
                }
                sum += wy[j] * __builtin_convertvector(near, four_floats);
            }
            strip[row * columnCount + column] = wx[0] * sum[0] + wx[1] * sum[1] + wx[2] * sum[2] + wx[3] * sum[3];
        }
    }
}

FAST void strips_slopes(const float *strip, long columnCount, long rowCount, long reach, float *work, float *slopes)
{
    float *const ss = work, *const st = work + columnCount, *const cs = work + 2 * columnCount, *const ct = work + 3 * columnCount;
    for (long row = 0; row < rowCount; row++) {
        for (long i = 0; i < columnCount; i++) ss[i] = st[i] = 0;
        for (long near = row - 2; near <= row + 2; near++) {
            if (near < 1 || near >= rowCount - 1) continue;
            const float *const line = strip + near * columnCount, *const above = line - columnCount, *const below = line + columnCount;
            for (long i = 1; i < columnCount - 1; i++) {
                const float gs = line[i + 1] - line[i - 1], gt = below[i] - above[i];
                ss[i] += gs * gs;
                st[i] += gs * gt;
            }
        }
        // Sums from the left, so that a window's is a difference.
        float a = 0, b = 0;
        for (long i = 0; i < columnCount; i++) {
            cs[i] = a += ss[i];
            ct[i] = b += st[i];
        }
        for (long i = 0; i < columnCount; i++) {
            const long from = i - reach - 1, to = i + reach < columnCount ? i + reach : columnCount - 1;
            const float s = cs[to] - (from < 0 ? 0 : cs[from]), t = ct[to] - (from < 0 ? 0 : ct[from]);
            const float slope = s > 1 ? -t / s : 0;
            slopes[row * columnCount + i] = slope > 1 ? 1 : slope < -1 ? -1 : slope;
        }
    }
}

/// Moves the samples of a row: `moved[i]` is the row at `i + shift[i]`.
static inline void shifted(const float *row, const float *shift, long count, float *moved)
{
    for (long i = 0; i < count; i++) {
        float x = (float)i + shift[i];
        x = x < 0 ? 0 : x > (float)(count - 1) ? (float)(count - 1) : x;
        const long left = (long)x, right = left + 1 < count ? left + 1 : left;
        const float part = x - (float)left;
        moved[i] = row[left] + part * (row[right] - row[left]);
    }
}

FAST void strips_straighten(
    const float *strip, long columnCount, long rowCount, const float *slopes, float *shift, float *straight)
{
    const long middle = rowCount / 2;
    memcpy(straight + middle * columnCount, strip + middle * columnCount, (size_t)columnCount * sizeof *strip);
    for (long direction = -1; direction <= 1; direction += 2) {
        for (long i = 0; i < columnCount; i++) shift[i] = 0;
        for (long row = middle; direction < 0 ? row > 0 : row < rowCount - 1; row += direction) {
            const long next = row + direction;
            const float *const from = slopes + row * columnCount, *const to = slopes + next * columnCount;
            for (long i = 0; i < columnCount; i++) {
                // Where the bar is by now tells which slope it follows.
                float x = (float)i + shift[i] + 0.5f;
                x = x < 0 ? 0 : x > (float)(columnCount - 1) ? (float)(columnCount - 1) : x;
                const long at = (long)x;
                shift[i] += 0.5f * (float)direction * (from[at] + to[at]);
            }
            shifted(strip + next * columnCount, shift, columnCount, straight + next * columnCount);
        }
    }
}

/// Samples a window, takes its mean away and makes its length one.
static inline void window(const float *profile, long count, float start, float width, long taps, float *samples)
{
    float mean = 0, length = 0;
    for (long i = 0; i < taps; i++) {
        float x = start + ((float)i + 0.5f) * width / (float)taps - 0.5f;
        x = x < 0 ? 0 : x > (float)(count - 1) ? (float)(count - 1) : x;
        const long left = (long)x, right = left + 1 < count ? left + 1 : left;
        samples[i] = profile[left] + (x - (float)left) * (profile[right] - profile[left]);
        mean += samples[i];
    }
    mean /= (float)taps;
    for (long i = 0; i < taps; i++) {
        samples[i] -= mean;
        length += samples[i] * samples[i];
    }
    const float scale = length > 1e-6f ? 1 / sqrtf(length) : 0;
    for (long i = 0; i < taps; i++) samples[i] *= scale;
}

/// The correlation of a window with every symbol: in two halves, which fit into the registers.
static inline void correlate(const float *samples, const float *templates, long taps, float *r)
{
    enum { HALF = STRIPS_SYMBOLS / 2 };
    for (long from = 0; from < STRIPS_SYMBOLS; from += HALF) {
        float sums[HALF] = {0};
        for (long i = 0; i < taps; i++) {
            const float sample = samples[i], *const tap = templates + i * STRIPS_SYMBOLS + from;
            for (long symbol = 0; symbol < HALF; symbol++) sums[symbol] += sample * tap[symbol];
        }
        for (long symbol = 0; symbol < HALF; symbol++) r[from + symbol] = sums[symbol];
    }
}

FAST void strips_correlate(
    const float *profile, long count, float start, float width, const float *templates, long taps, float *r)
{
    float samples[STRIPS_TAPS];
    const long used = taps < STRIPS_TAPS ? taps : STRIPS_TAPS;
    window(profile, count, start, width, used, samples);
    correlate(samples, templates, used, r);
}

FAST void strips_likeliest(
    const float *profile, long count, float start, float width, const float *templates, long taps, float *character, float *first)
{
    float samples[STRIPS_TAPS], r[STRIPS_SYMBOLS], lanes[8] = {0};
    const long used = taps < STRIPS_TAPS ? taps : STRIPS_TAPS;
    window(profile, count, start, width, used, samples);
    correlate(samples, templates, used, r);
    long symbol = 0;
    for (; symbol + 8 <= STRIPS_CHARACTERS; symbol += 8) {
        for (long lane = 0; lane < 8; lane++) lanes[lane] = r[symbol + lane] > lanes[lane] ? r[symbol + lane] : lanes[lane];
    }
    float best = 0;
    for (long lane = 0; lane < 8; lane++) best = lanes[lane] > best ? lanes[lane] : best;
    for (; symbol < STRIPS_CHARACTERS; symbol++) best = r[symbol] > best ? r[symbol] : best;
    *character = best;
    best = 0;
    for (; symbol < STRIPS_CHARACTERS + 3; symbol++) best = r[symbol] > best ? r[symbol] : best;
    *first = best;
}

FAST void strips_correlate_one(
    const float *profile, long count, float start, float width, const float *symbol, long taps, float *r)
{
    float samples[64], sum = 0;
    const long used = taps < 64 ? taps : 64;
    window(profile, count, start, width, used, samples);
    for (long i = 0; i < used; i++) sum += samples[i] * symbol[i];
    *r = sum;
}
