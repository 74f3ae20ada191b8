import { t } from './language.ts';
import { msg } from './msg.ts';

/** The names of grains that engines have, for the catalogue; one that is missing here is shown as it came. */
const grainNames: readonly string[] = [
  msg('Second'),
  msg('5 second'),
  msg('30 second'),
  msg('Minute'),
  msg('5 minute'),
  msg('10 minute'),
  msg('15 minute'),
  msg('30 minute'),
  msg('Hour'),
  msg('6 hour'),
  msg('Day'),
  msg('Week'),
  msg('Month'),
  msg('Quarter'),
  msg('Year'),
  msg('Week starting Sunday'),
  msg('Week starting Monday'),
  msg('Week ending Saturday'),
  msg('Week ending Sunday'),
];

type GrainRow = readonly [code: string | null, label: string];

/** The grains of a dataset as choices, in the interface's language. */
export function toGrainChoices(rows: readonly GrainRow[] | undefined) {
  return (rows ?? []).map(([value, label]) => ({ value, label: grainNames.includes(label) ? t(label) : label }));
}
