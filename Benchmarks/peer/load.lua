-- What the callers send, for wrk: BENCH_WAY says which of the four ways. Every request of one run has a number of its own, from BENCH_FIRST on.
local way = os.getenv("BENCH_WAY")
local number = tonumber(os.getenv("BENCH_FIRST"))
-- The numbers of kits that are registered: results are posted of these, seven of ten, until none is left.
local registered = tonumber(os.getenv("BENCH_REGISTERED_FROM"))
local registered_end = tonumber(os.getenv("BENCH_REGISTERED_END"))

local characters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
local levels = {142, 150, 155.5, 160, 171.25, 128, 150, 166, 149, 139}
local today = os.date("!%Y-%m-%d")
local threads = {}
made, acked, empty = 0, 0, 0

-- A kit's code with its check character (ISO/IEC 7064, MOD 37,36).
local function kit_code(of)
    local digits = string.format("%010d", of)
    local product = 36
    for character in string.gmatch("FUKIT" .. digits, ".") do
        local total = (product + string.find(characters, character, 1, true) - 1) % 36
        product = (total == 0 and 36 or total) * 2 % 37
    end
    local place = (37 - product) % 36 + 1
    return "FU-KIT-" .. digits .. "-" .. string.sub(characters, place, place)
end

local function post(path, body, key)
    return wrk.format("POST", path, {["Content-Type"] = "application/json", ["X-API-Key"] = wrk.headers["X-API-Key"], ["Idempotency-Key"] = key}, body)
end

local function idempotency_key()
    return string.format("%08x-%04x-4%03x-8%03x-%012d", math.random(0, 0x7fffffff), math.random(0, 0xffff), math.random(0, 0xfff), math.random(0, 0xfff), number)
end

local ways = {}

function ways.register(profiles)
    number, made = number + 1, made + 1
    return post("/api/v1/test-kits/register", string.format('{"barcode":"%s","profileId":"%s"}', kit_code(number), profiles[number % #profiles + 1]), idempotency_key())
end

function ways.post()
    number, made = number + 1, made + 1
    local kit = number
    if number % 10 < 7 and registered < registered_end then
        registered = registered + 1
        kit = registered
    end
    return post("/api/v1/results", string.format(
        '{"reference":"L-%d","kitCode":"%s","testDate":"%s","level":{"value":%s,"unit":"mg/dL"},"method":"nephelometry"}',
        number, kit_code(kit), today, number % 100 == 0 and 820 or levels[number % #levels + 1]), idempotency_key())
end

-- A lease is acked before the next is claimed. With many connections the one that claimed it need not be the one that acks it: it is the same consumer.
local tokens, oldest, newest = {}, 1, 0

function ways.claim()
    if oldest > newest then
        return post("/api/v1/alert-groups/default/claim", '{"leaseSeconds":60}')
    end
    local token = tokens[oldest]
    tokens[oldest], oldest = nil, oldest + 1
    return post("/api/v1/alert-groups/default/ack", '{"token":"' .. token .. '"}')
end

if ways[way] then
    local profiles = {}
    if way == "register" then
        for line in io.lines(os.getenv("BENCH_PROFILES")) do profiles[#profiles + 1] = line end
    end
    function request() return ways[way](profiles) end
end

if way == "claim" then
    function response(_, _, body)
        local token = string.match(body, '"token":"([^"]+)"')
        if token then
            newest = newest + 1
            tokens[newest] = token
        elseif string.find(body, '"acked"', 1, true) then
            acked = acked + 1
        else
            empty = empty + 1
        end
    end
end

function setup(thread) threads[#threads + 1] = thread end

-- Latencies and the duration in microseconds.
function done(summary, latency)
    local counted = {made = 0, acked = 0, empty = 0}
    for _, thread in ipairs(threads) do
        for name in pairs(counted) do counted[name] = counted[name] + thread:get(name) end
    end
    local errors = summary.errors
    io.write(string.format(
        '\nBENCH {"requests":%d,"duration":%d,"p50":%d,"p99":%d,"statuses":%d,"broken":%d,"made":%d,"acked":%d,"empty":%d}\n',
        summary.requests, summary.duration, latency:percentile(50), latency:percentile(99), errors.status, errors.connect + errors.read + errors.write + errors.timeout,
        counted.made, counted.acked, counted.empty))
end
