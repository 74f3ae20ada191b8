/** Coefficients of Lanczos' approximation with g = 7, which is right to fifteen digits. */
const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const base = x - 1 + 7.5;
  const series = lanczos.reduce(
    (sum, coefficient, index) => sum + (index === 0 ? coefficient : coefficient / (x - 1 + index)),
    0,
  );
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(series);
}

const steps = 300;
const tiny = 1e-300;

/** The continued fraction of the incomplete beta function, by Lentz' way. */
function betaFraction(x: number, a: number, b: number): number {
  const held = (value: number) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / held(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= steps; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / held(1 + even * d);
    c = held(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / held(1 + odd * d);
    c = held(1 + odd / c);
    const change = d * c;
    result *= change;
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return result;
}

/** The regularised incomplete beta function. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a;
  return 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** How likely a t as far from zero is, to either side, by chance alone. */
export function twoSidedP(t: number, degrees: number): number {
  if (!Number.isFinite(t)) return 0;
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** The p-value of Student's test on differences of pairs; null for fewer than two pairs. */
export function pairedP(differences: readonly number[]): number | null {
  const count = differences.length;
  if (count < 2) return null;
  const mean = differences.reduce((sum, value) => sum + value, 0) / count;
  const squares = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  if (squares === 0) return mean === 0 ? 1 : 0;
  return twoSidedP(mean / Math.sqrt(squares / (count - 1) / count), count - 1);
}
