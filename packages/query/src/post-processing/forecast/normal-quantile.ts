const steps = 60;

/** The value below which a standard normal variable lies with a probability between 0 and 1. */
export function normalQuantile(probability: number): number {
  let low = -40;
  let high = 40;
  for (let step = 0; step < steps; step += 1) {
    const middle = (low + high) / 2;
    if (cumulative(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Marsaglia's series; exact to the last digits within seven deviations. */
function cumulative(value: number): number {
  if (Math.abs(value) > 8) return value < 0 ? 0 : 1;
  let term = value;
  let sum = value;
  for (let odd = 3; Math.abs(term) > 1e-17; odd += 2) {
    term *= (value * value) / odd;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-value * value) / 2)) / Math.sqrt(2 * Math.PI);
}
