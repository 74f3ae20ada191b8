import { expect, it } from 'vitest';
import { createFrameHouse } from './plugin-frames.ts';

it('takes all frames away before any comes back, so that the process ends in which one hangs; that one stays away', () => {
  const happened: string[] = [];
  const later: (() => void)[] = [];
  const house = createFrameHouse((act) => void later.push(act));
  const tenant = (name: string) => ({
    leave: () => void happened.push(`${name} leaves`),
    comeBack: () => void happened.push(`${name} comes back`),
  });
  const [hanging, one, gone] = ['hanging', 'one', 'gone'].map(tenant);
  if (!hanging || !one || !gone) throw new Error('three were made');
  house.enter(hanging);
  house.enter(one);
  const leave = house.enter(gone);
  house.clear(hanging);
  leave();
  expect(happened).toEqual(['hanging leaves', 'one leaves', 'gone leaves']);
  for (const act of later) act();
  expect(happened.slice(3)).toEqual(['one comes back']);
});
