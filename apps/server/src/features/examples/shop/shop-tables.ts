import { assortment } from './assortment.ts';
import { cities } from './cities.ts';
import { type SliceSql, sliceBySlice } from './slices.ts';

export interface ShopOptions {
  /** The day after the last day that has data, `YYYY-MM-DD`; everything else follows from it and the scale. */
  readonly endDate: string;
  /** 1 gives 1.24 million orders. */
  readonly scale: number;
  /** In how many parts the days are worked off; as many as the scale needs unless given. The rows are the same. */
  readonly slices?: number;
}

/** One table of the shop and the statements that make it. */
export interface ShopTable {
  readonly table: string;
  readonly statements: readonly string[];
}

const yearsOfData = 3;
const ordersPerScale = 1_240_000;
const customersPerScale = 86_400;
const sessionsPerScale = 1_600_000;
/** Statements over more rows than this need more memory than an engine may have. */
const scalePerSlice = 10;

/**
 * The shop's tables in the order in which they are made. All randomness is a hash of row number and purpose, so that the
 * same options always give the same rows.
 */
export function shopTables(options: ShopOptions): readonly ShopTable[] {
  const sizes = {
    orders: ordersPerScale * options.scale,
    customers: customersPerScale * options.scale,
    sessions: sessionsPerScale * options.scale,
    slices: options.slices ?? Math.ceil(options.scale / scalePerSlice),
  };
  return [
    { table: 'products', statements: [productsSql(options.endDate)] },
    { table: 'customers', statements: [customersSql(options.endDate, sizes.customers)] },
    { table: 'stores', statements: [storesSql(options.endDate)] },
    { table: 'orders', statements: ordersSql(options.endDate, sizes) },
    { table: 'returns', statements: [returnsSql(options.endDate)] },
    { table: 'marketing_spend', statements: [marketingSql(options.endDate)] },
    { table: 'web_sessions', statements: sessionsSql(options.endDate, sizes) },
    { table: 'edge_cases', statements: [edgeCasesSql] },
    { table: 'v_daily_sales', statements: [dailySalesSql] },
  ];
}

/** A number from 0 to 1 that depends on a row and a purpose alone. */
function random(row: string, purpose: string): string {
  return `((hash(${row}, '${purpose}') % 1000003) / 1000003.0)`;
}

/** Picks from a list with the given whole-number weights, evenly by a random number. */
function pick(
  row: string,
  purpose: string,
  choices: readonly (readonly [value: string | null, weight: number])[],
): string {
  const slots = choices.flatMap(([value, weight]) =>
    Array.from({ length: weight }, () => (value === null ? 'NULL' : `'${value}'`)),
  );
  return `([${slots.join(',')}])[1 + CAST(floor(${random(row, purpose)} * ${slots.length}) AS INTEGER)]`;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function productsSql(endDate: string): string {
  const rows = assortment.flatMap(({ category, price, returnRate, lines, kinds }) =>
    lines.flatMap((line) =>
      kinds.map((kind) => `(${text(`${line} ${kind}`)}, ${text(category)}, ${price[0]}, ${price[1]}, ${returnRate})`),
    ),
  );
  return `
CREATE OR REPLACE TABLE products AS
WITH named AS (SELECT *, row_number() OVER () AS n FROM (VALUES ${rows.join(',\n')}) AS v(product, category, low, high, return_rate))
SELECT n::INTEGER AS product_id, product, category,
  (['Nordhav', 'Lumen', 'Feldweg', 'Atlas & Co', 'Brisa'])[1 + (hash(n, 'brand') % 5)::INTEGER] AS brand,
  round(low + (high - low) * pow(${random('n', 'price')}, 1.6), 0)::DECIMAL(10,2) - 0.10 AS unit_price,
  round((low + (high - low) * pow(${random('n', 'price')}, 1.6)) * (0.42 + 0.2 * ${random('n', 'cost')}), 2)::DECIMAL(10,2) AS unit_cost,
  (DATE '${endDate}' - INTERVAL (200 + (hash(n, 'launch') % 1500)::INTEGER) DAY)::DATE AS launched_on,
  CASE WHEN hash(n, 'weight') % 12 = 0 THEN NULL ELSE round(0.05 + 3 * pow(${random('n', 'kg')}, 2), 3) END AS weight_kg,
  return_rate,
  hash(n, 'active') % 14 <> 0 AS is_active
FROM named ORDER BY n`;
}

function citySlots(): string {
  return cities
    .map(
      ({ city, country, code, latitude, longitude, weight }) =>
        `(${text(city)}, ${text(country)}, '${code}', ${latitude}, ${longitude}, ${weight})`,
    )
    .join(',\n');
}

const segments = [
  ['Consumer', 58],
  ['Small business', 19],
  ['Club', 11],
  ['Enterprise', 7],
  ['Public', 3],
  ['Education', 2],
] as const;

function customersSql(endDate: string, count: number): string {
  const first = [
    'Anna',
    'Luca',
    'Zoé',
    'Jan',
    'Sofía',
    'Mateusz',
    'Ingrid',
    'Noah',
    'Chiara',
    'Łukasz',
    'Emil',
    'Amélie',
    'Jonas',
    'Marta',
    'Björn',
    'Eva',
    'Tomás',
    'Freya',
    'Pieter',
    'Aoife',
  ];
  const last = [
    'Müller',
    'Rossi',
    'Dubois',
    'García',
    'Nowak',
    'Jansen',
    'Schmidt',
    'Lindqvist',
    "O'Brien",
    'Ferreira',
    'Novák',
    'Hansen',
    'Keller',
    'Moreau',
    'Ricci',
    'Wójcik',
    'Virtanen',
    'Berg',
    'Peeters',
    'Smith',
  ];
  return `
CREATE OR REPLACE TABLE customers AS
WITH places AS (
  SELECT *, sum(weight) OVER (ORDER BY n) AS upto, sum(weight) OVER () AS total
  FROM (SELECT *, row_number() OVER () AS n FROM (VALUES ${citySlots()}) AS v(city, country, country_code, latitude, longitude, weight))
), people AS (SELECT i, ${random('i', 'place')} * (SELECT max(total) FROM places) AS spot FROM range(1, ${count + 1}) AS r(i))
SELECT i::BIGINT AS customer_id,
  ([${first.map(text).join(',')}])[1 + (hash(i, 'first') % ${first.length})::INTEGER] || ' ' || ([${last.map(text).join(',')}])[1 + (hash(i, 'last') % ${last.length})::INTEGER] AS name,
  ${pick('i', 'segment', segments)} AS segment,
  p.city, p.country, p.country_code,
  round(p.latitude + 0.12 * (${random('i', 'lat')} - 0.5), 5) AS latitude,
  round(p.longitude + 0.18 * (${random('i', 'lon')} - 0.5), 5) AS longitude,
  (DATE '${endDate}' - INTERVAL (1 + CAST(floor(1600 * pow(${random('i', 'since')}, 1.3)) AS INTEGER)) DAY)::DATE AS signed_up_on,
  CASE WHEN hash(i, 'born') % 9 = 0 THEN NULL ELSE (2006 - CAST(floor(58 * pow(${random('i', 'year')}, 1.2)) AS INTEGER))::SMALLINT END AS birth_year,
  CASE hash(i, 'news') % 10 WHEN 0 THEN NULL WHEN 1 THEN false WHEN 2 THEN false WHEN 3 THEN false ELSE true END AS has_newsletter
FROM people ASOF JOIN places AS p ON people.spot <= p.upto
ORDER BY i`;
}

function storesSql(endDate: string): string {
  return `
CREATE OR REPLACE TABLE stores AS
SELECT n::INTEGER AS store_id, city || ' ' || (['Central', 'Market', 'Station', 'Harbour'])[1 + (hash(n, 'kind') % 4)::INTEGER] AS store, city, country, country_code,
  latitude, longitude, (DATE '${endDate}' - INTERVAL (400 + (hash(n, 'open') % 4000)::INTEGER) DAY)::DATE AS opened_on,
  (180 + hash(n, 'area') % 900)::INTEGER AS area_m2
FROM (SELECT *, row_number() OVER () AS n FROM (VALUES ${citySlots()}) AS v(city, country, country_code, latitude, longitude, weight))
WHERE n <= 48 ORDER BY n`;
}

/** How busy a day is: growth, the week, the seasons, Black Friday to Christmas, two sales. */
function dayWeight(endDate: string): string {
  const start = `(DATE '${endDate}' - INTERVAL ${yearsOfData} YEAR)::DATE`;
  return `
  SELECT day::DATE AS day, row_number() OVER (ORDER BY day) AS n,
    (1 + 0.22 * date_diff('day', ${start}, day) / 365.0)
    * ([0.92, 0.88, 0.90, 0.95, 1.12, 1.30, 0.98])[isodow(day)::INTEGER]
    * (1 + 0.10 * sin(2 * pi() * (dayofyear(day) - 80) / 365.0) + 0.05 * sin(4 * pi() * dayofyear(day) / 365.0))
    * (CASE WHEN month(day) = 11 AND day(day) >= 20 THEN 1.45 WHEN month(day) = 12 AND day(day) <= 22 THEN 1.6 WHEN month(day) = 12 AND day(day) > 25 THEN 0.75 ELSE 1 END)
    * (CASE WHEN month(day) = 10 AND day(day) BETWEEN 8 AND 18 THEN 1.35 WHEN month(day) = 4 AND day(day) BETWEEN 10 AND 17 THEN 1.25 ELSE 1 END)
    * (0.94 + 0.12 * ${random('day', 'mood')}) AS weight,
    CASE WHEN month(day) = 11 AND day(day) BETWEEN 24 AND 30 THEN 'Black Friday' WHEN month(day) = 10 AND day(day) BETWEEN 8 AND 18 THEN 'Autumn sale'
      WHEN month(day) = 4 AND day(day) BETWEEN 10 AND 17 THEN 'Spring sale' WHEN month(day) = 7 AND day(day) BETWEEN 1 AND 14 THEN 'Summer sale' END AS promotion
  FROM range(${start}::TIMESTAMP, TIMESTAMP '${endDate}', INTERVAL 1 DAY) AS r(day)`;
}

const orderHours = [
  [0, 1],
  [1, 1],
  [6, 2],
  [7, 5],
  [8, 9],
  [9, 12],
  [10, 14],
  [11, 15],
  [12, 17],
  [13, 14],
  [14, 12],
  [15, 12],
  [16, 13],
  [17, 15],
  [18, 18],
  [19, 21],
  [20, 22],
  [21, 17],
  [22, 9],
  [23, 4],
] as const;

function pickHour(row: string): string {
  const slots = orderHours.flatMap(([hour, weight]) => Array.from({ length: weight }, () => hour));
  return `([${slots.join(',')}])[1 + CAST(floor(${random(row, 'hour')} * ${slots.length}) AS INTEGER)]`;
}

interface Sizes {
  readonly orders: number;
  readonly customers: number;
  readonly sessions: number;
  /** The days are worked off in so many parts. */
  readonly slices: number;
}

function ordersSql(endDate: string, sizes: Sizes): readonly string[] {
  return [
    `CREATE OR REPLACE TABLE shop_days AS ${dayWeight(endDate)}`,
    `CREATE OR REPLACE TABLE shop_price_places AS
SELECT category, row_number() OVER (PARTITION BY category ORDER BY hash(product_id, 'rank')) AS place, count(*) OVER (PARTITION BY category) AS places,
  product_id, product, unit_price AS price, unit_cost AS cost, return_rate FROM products`,
    ...sliceBySlice({ table: 'orders', rows: sizes.orders, slices: sizes.slices }, (slice) =>
      ordersOfSliceSql(endDate, sizes, slice),
    ),
    'DROP TABLE shop_price_places',
  ];
}

function ordersOfSliceSql(endDate: string, sizes: Sizes, { rowsOfDay, firstRow, isInSlice }: SliceSql): string {
  const categorySlots = assortment.flatMap(({ category, share }) => Array.from({ length: share }, () => category));
  return `WITH drawn AS (
  SELECT ${firstRow} + row_number() OVER (ORDER BY d.day, k) AS i, d.day, d.promotion, date_diff('day', d.day, DATE '${endDate}') AS age
  FROM shop_days AS d, range(0, ${rowsOfDay}) AS r(k) WHERE ${isInSlice}
), chosen AS (
  SELECT i, day, promotion, age,
    day::TIMESTAMP + to_hours(${pickHour('i')}) + to_seconds((hash(i, 'second') % 3600)::BIGINT) AS ordered_at,
    1 + CAST(floor(${sizes.customers} * pow(${random('i', 'buyer')}, 1.35)) AS BIGINT) AS customer_id,
    CASE WHEN ${random('i', 'channel')} < 0.44 + 0.04 * sin(age / 300.0) THEN 'Web' WHEN ${random('i', 'channel')} < 0.72 THEN 'Store'
      WHEN ${random('i', 'channel')} < 0.91 - age / 20000.0 THEN 'Marketplace' ELSE 'Partner' END AS channel,
    ([${categorySlots.map(text).join(',')}])[1 + (hash(i, 'category') % ${categorySlots.length})::INTEGER] AS category,
    pow(${random('i', 'rank')}, 1.4) AS rank,
    ([1,1,1,1,1,1,2,2,2,3,4,6])[1 + (hash(i, 'quantity') % 12)::INTEGER]::SMALLINT AS quantity,
    ${pick('i', 'payment', [
      ['Card', 46],
      ['PayPal', 24],
      ['Invoice', 16],
      ['Instalments', 6],
      ['Gift card', 4],
      [null, 4],
    ])} AS payment_method
  FROM drawn
), placed AS (
  SELECT chosen.*, sizes.places FROM chosen JOIN (SELECT DISTINCT category, places FROM shop_price_places) AS sizes USING (category)
), priced AS (
  SELECT c.*, s.product_id, s.product, s.price, s.cost, s.return_rate,
    CASE WHEN c.promotion IS NOT NULL THEN 0.15 + 0.05 * (hash(c.i, 'cut') % 3) WHEN hash(c.i, 'cut') % 9 = 0 THEN 0.10 WHEN hash(c.i, 'cut') % 40 = 1 THEN NULL ELSE 0 END AS discount
  FROM placed AS c JOIN shop_price_places AS s ON s.category = c.category AND s.place = 1 + CAST(floor(c.rank * c.places) AS BIGINT)
)
SELECT p.i::BIGINT AS order_id, p.ordered_at,
  CASE WHEN p.age < 2 OR hash(p.i, 'cancel') % 60 = 0 THEN NULL
    ELSE p.ordered_at + to_hours((6 + hash(p.i, 'dispatch') % 60 + CASE WHEN month(p.day) = 12 THEN 24 ELSE 0 END)::BIGINT) END AS dispatched_at,
  p.customer_id, u.segment AS customer_segment, u.country, u.city, p.channel, p.category, p.product_id, p.product, p.quantity,
  p.price::DECIMAL(10,2) AS unit_price, p.discount,
  (p.price * p.quantity * (1 - coalesce(p.discount, 0)))::DECIMAL(12,2) AS revenue,
  (p.price * p.quantity * (1 - coalesce(p.discount, 0)) - p.cost * p.quantity)::DECIMAL(12,2) AS margin,
  p.payment_method, p.promotion,
  ${random('p.i', 'returned')} < p.return_rate * CASE WHEN p.channel = 'Web' THEN 1.25 ELSE 0.8 END AS is_returned,
  p.customer_id < ${sizes.customers} * 0.55 AND hash(p.i, 'again') % 5 <> 0 AS is_returning,
  hash(p.i, 'gift') % 100 < CASE WHEN month(p.day) = 12 THEN 22 ELSE 5 END AS is_gift
FROM priced AS p JOIN customers AS u USING (customer_id)`;
}

function returnsSql(endDate: string): string {
  return `
CREATE OR REPLACE TABLE returns AS
SELECT row_number() OVER (ORDER BY order_id)::BIGINT AS return_id, order_id,
  least(dispatched_at + to_days((3 + hash(order_id, 'back') % 11)::INTEGER), TIMESTAMP '${endDate}') AS returned_at,
  ${pick('order_id', 'reason', [
    ['Wrong size', 38],
    ['Not as pictured', 17],
    ['Changed mind', 16],
    ['Damaged', 12],
    ['Late delivery', 9],
    [null, 8],
  ])} AS reason,
  revenue AS refund
FROM orders WHERE is_returned AND dispatched_at IS NOT NULL ORDER BY order_id`;
}

function marketingSql(endDate: string): string {
  return `
CREATE OR REPLACE TABLE marketing_spend AS
SELECT d.day, c.channel,
  round(c.base * d.weight * (0.85 + 0.3 * ((hash(d.day, c.channel) % 1000) / 1000.0)), 2)::DECIMAL(10,2) AS spend,
  CAST(c.base * d.weight * c.reach * (0.8 + 0.4 * ((hash(d.day, c.channel, 'views') % 1000) / 1000.0)) AS BIGINT) AS impressions,
  CAST(c.base * d.weight * c.reach * c.rate * (0.8 + 0.4 * ((hash(d.day, c.channel, 'clicks') % 1000) / 1000.0)) AS BIGINT) AS clicks
FROM shop_days AS d, (VALUES ('Search', 900, 48, 0.041), ('Social', 640, 130, 0.012), ('Display', 310, 210, 0.003), ('E-mail', 90, 60, 0.062)) AS c(channel, base, reach, rate)
WHERE d.day < DATE '${endDate}' ORDER BY d.day, c.channel`;
}

function sessionsSql(endDate: string, sizes: Sizes): readonly string[] {
  return [
    ...sliceBySlice({ table: 'web_sessions', rows: sizes.sessions, slices: sizes.slices }, (slice) =>
      sessionsOfSliceSql(endDate, slice),
    ),
    'DROP TABLE shop_days',
  ];
}

function sessionsOfSliceSql(endDate: string, { rowsOfDay, firstRow, isInSlice }: SliceSql): string {
  return `WITH drawn AS (
  SELECT ${firstRow} + row_number() OVER (ORDER BY d.day, k) AS i, d.day, date_diff('day', d.day, DATE '${endDate}') AS age
  FROM shop_days AS d, range(0, ${rowsOfDay}) AS r(k) WHERE ${isInSlice}
), shaped AS (
  SELECT i, day::TIMESTAMP + to_hours(${pickHour('i')}) + to_seconds((hash(i, 'at') % 3600)::BIGINT) AS started_at,
    CASE WHEN ${random('i', 'device')} < 0.60 - age / 8000.0 THEN 'Phone' WHEN ${random('i', 'device')} < 0.93 THEN 'Desktop' ELSE 'Tablet' END AS device,
    ${pick('i', 'source', [
      ['Direct', 24],
      ['Search', 34],
      ['Social', 18],
      ['E-mail', 12],
      ['Referral', 8],
      [null, 4],
    ])} AS source,
    ${pick('i', 'country', [
      ['Germany', 30],
      ['France', 16],
      ['United Kingdom', 11],
      ['Netherlands', 10],
      ['Spain', 9],
      ['Italy', 9],
      ['Poland', 6],
      ['Austria', 4],
      ['Sweden', 3],
      ['Belgium', 2],
    ])} AS country,
    ${pick('i', 'browser', [
      ['Chrome', 52],
      ['Safari', 29],
      ['Firefox', 8],
      ['Edge', 9],
      ['Other', 2],
    ])} AS browser,
    ([1,1,1,1,2,2,3,3,4,5,6,8,11,17])[1 + (hash(i, 'pages') % 14)::INTEGER]::SMALLINT AS pages
  FROM drawn
)
SELECT i::BIGINT AS session_id, started_at, device, source, country, browser, pages,
  CASE WHEN pages = 1 THEN (hash(i, 'stay') % 30)::INTEGER ELSE (pages * (18 + hash(i, 'stay') % 70))::INTEGER END AS duration_s,
  pages = 1 AS is_bounce,
  pages > 3 AND hash(i, 'buy') % 100 < CASE device WHEN 'Desktop' THEN 14 WHEN 'Tablet' THEN 9 ELSE 7 END AS is_converted
FROM shaped ORDER BY i`;
}

const edgeCasesSql = `
CREATE OR REPLACE TABLE edge_cases AS
SELECT * FROM (VALUES
  (1, 'Plain', 'text', 9007199254740993, 170141183460469231731687303715884105727::HUGEINT, 12345678901234567.89::DECIMAL(38,2), 0.1::DOUBLE, DATE '2024-02-29', TIMESTAMP '2024-02-29 23:59:59.999999', TIMESTAMPTZ '2024-03-31 02:30:00+01', true),
  (2, 'Unicode', '日本語 العربية עברית हिन्दी 🦆👩‍👩‍👧', -9007199254740993, -1::HUGEINT, -0.01::DECIMAL(38,2), -0.0::DOUBLE, DATE '1970-01-01', TIMESTAMP '1970-01-01 00:00:00', TIMESTAMPTZ '1970-01-01 00:00:00+00', false),
  (3, 'Empty text', '', 0, 0::HUGEINT, 0::DECIMAL(38,2), 0::DOUBLE, DATE '1900-01-01', TIMESTAMP '1900-01-01 00:00:00', TIMESTAMPTZ '2026-10-25 02:30:00+02', NULL),
  (4, 'Nothing', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  (5, 'Quotes', 'O''Brien said "hi"; -- not a comment', 9223372036854775807, 1::HUGEINT, 99999999999999999999.99::DECIMAL(38,2), 1e308::DOUBLE, DATE '9999-12-31', TIMESTAMP '9999-12-31 23:59:59', TIMESTAMPTZ '2026-03-29 03:30:00+02', true),
  (6, 'Markup', '<img src=x onerror=alert(1)> & <b>bold</b>', -9223372036854775808, 2::HUGEINT, 1.10::DECIMAL(38,2), 'NaN'::DOUBLE, DATE '2026-01-01', TIMESTAMP '2026-01-01 00:00:00.000001', TIMESTAMPTZ '2026-01-01 00:00:00-11', true),
  (7, 'Infinite', '∞', 7, 7::HUGEINT, 7::DECIMAL(38,2), 'Infinity'::DOUBLE, DATE '2026-12-31', TIMESTAMP '2026-12-31 12:00:00', TIMESTAMPTZ '2026-12-31 12:00:00+14', false),
  (8, 'Long text', repeat('A sentence that goes on. ', 400), 8, 8::HUGEINT, 8::DECIMAL(38,2), 8::DOUBLE, DATE '2025-06-15', TIMESTAMP '2025-06-15 12:34:56', TIMESTAMPTZ '2025-06-15 12:34:56+00', NULL),
  (9, 'White space', E'  leading\\tand\\ntrailing  ', 9, 9::HUGEINT, 9::DECIMAL(38,2), 9.5::DOUBLE, DATE '2025-12-29', TIMESTAMP '2025-12-29 00:00:00', TIMESTAMPTZ '2025-12-29 00:00:00+00', true)
) AS v(id, "case", "text value", big_integer, huge_integer, exact_decimal, floating, on_date, at_time, at_zoned_time, is_set)`;

const dailySalesSql = `
CREATE OR REPLACE VIEW v_daily_sales AS
SELECT date_trunc('day', ordered_at)::DATE AS day, channel, count(*) AS orders, sum(revenue) AS revenue, sum(margin) AS margin
FROM orders GROUP BY ALL`;
