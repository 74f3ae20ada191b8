import { defineAnalytical } from './starrocks.ts';

/** Apache Doris takes the time first, as its older releases know no other order, and keeps no parts of a second unless told so. */
export const doris = defineAnalytical({
  name: 'doris',
  timeType: 'DATETIME(6)',
  trunc: (unit, sql) => `DATE_TRUNC(${sql}, '${unit}')`,
  slot: (unit, size, sql) => `${unit.toUpperCase()}_FLOOR(${sql}, ${size})`,
});
