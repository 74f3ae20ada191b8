import type { Flows } from '../shared/flows.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Forces {
  readonly edgeLength: number;
  readonly gravity: number;
  readonly repulsion: number;
  readonly friction: number;
}

interface Body {
  x: number;
  y: number;
  dx: number;
  dy: number;
}

const mostSteps = 220;
const leastSteps = 60;
/** Pairs of nodes times steps: so much is worked out. */
const effort = 1_000_000;
const goldenAngle = Math.PI * (3 - Math.sqrt(5));
/** How much calmer each step is than the one before. */
const cooling = 0.985;

/**
 * Places nodes by forces: links are springs, nodes push each other away, all are drawn to the middle. Beginning and number of
 * steps are fixed, so that the same links are placed alike everywhere.
 */
export function placeByForces({ nodes, links }: Pick<Flows, 'nodes' | 'links'>, forces: Forces): readonly Point[] {
  const bodies = nodes.map((_, at): Body => {
    const radius = forces.edgeLength * 0.5 * Math.sqrt(at + 0.5);
    return { x: radius * Math.cos(at * goldenAngle), y: radius * Math.sin(at * goldenAngle), dx: 0, dy: 0 };
  });
  const pairs = Math.max(1, (nodes.length * (nodes.length - 1)) / 2);
  const steps = Math.round(Math.min(mostSteps, Math.max(leastSteps, effort / pairs)));
  let heat = 1;
  for (let step = 0; step < steps; step += 1) {
    pushAway(bodies, forces);
    pullTogether(bodies, links, forces);
    move(bodies, forces, heat);
    heat *= cooling;
  }
  return bodies.map(({ x, y }) => ({ x, y }));
}

function pushAway(bodies: readonly Body[], { repulsion }: Forces): void {
  for (let one = 0; one < bodies.length; one += 1) {
    const a = bodies[one]!;
    for (let other = one + 1; other < bodies.length; other += 1) {
      const b = bodies[other]!;
      // Two in one place part along a line of their own.
      const [x, y] = a.x === b.x && a.y === b.y ? [1, (one + other) % 3] : [b.x - a.x, b.y - a.y];
      const push = (repulsion * 20) / Math.max(1, x * x + y * y);
      a.dx -= x * push;
      a.dy -= y * push;
      b.dx += x * push;
      b.dy += y * push;
    }
  }
}

function pullTogether(bodies: readonly Body[], links: Flows['links'], { edgeLength }: Forces): void {
  for (const { source, target } of links) {
    const [a, b] = [bodies[source]!, bodies[target]!];
    const [x, y] = [b.x - a.x, b.y - a.y];
    const distance = Math.hypot(x, y);
    if (source === target || distance === 0) continue;
    const pull = (0.25 * (distance - edgeLength)) / distance;
    a.dx += x * pull;
    a.dy += y * pull;
    b.dx -= x * pull;
    b.dy -= y * pull;
  }
}

function move(bodies: readonly Body[], { gravity, friction, edgeLength }: Forces, heat: number): void {
  for (const body of bodies) {
    body.dx -= body.x * gravity * 0.2;
    body.dy -= body.y * gravity * 0.2;
    // No step is longer than a link: what lies too near would be thrown out.
    const length = Math.hypot(body.dx, body.dy);
    const share = length > 0 ? Math.min(1, edgeLength / length) * heat * Math.min(1, 0.3 + friction * 0.7) : 0;
    body.x += body.dx * share;
    body.y += body.dy * share;
    body.dx = 0;
    body.dy = 0;
  }
}
