const kit = 'packages/chart-kit/src';
const timeRange = 'apps/web/src/controls/time-range/time-range.ts';

export const packages = [
  {
    row: 'CTL-003',
    what: 'numbers are any text',
    file: `${kit}/validators.ts`,
    find: "isBlank(value) || isNumeric(value) ? false : msg('is expected to be a number')",
    put: 'false && value',
  },
  {
    row: 'CTL-005',
    what: 'the row limit ends at 100000 whatever the server says',
    file: `${kit}/validators.ts`,
    find: 'context.maxRows > 0 ? context.maxRows : defaultMaxRows',
    put: 'defaultMaxRows',
  },
  {
    row: 'CTL-013',
    what: 'a bound that is no number counts as 0',
    file: `${kit}/validators.ts`,
    find: 'return isNumeric(text) ? Number(text) : null;',
    put: 'return Number(text) || 0;',
  },
  {
    row: 'CTL-016',
    what: 'unfinished numbers are rewritten while they are typed',
    file: `${kit}/validators.ts`,
    find: 'isUnfinished ? trimmed : Number(trimmed)',
    put: 'Number(trimmed)',
  },
  {
    row: 'CTL-043',
    what: 'a currency stands in front wherever it is put',
    file: `${kit}/number-formats.ts`,
    find: "currency.symbolPosition === 'suffix'",
    put: 'false',
  },
  {
    row: 'CST-008',
    what: 'dark text begins at another luminance',
    file: `${kit}/color-math.ts`,
    find: 'textLuminanceCut = 186',
    put: 'textLuminanceCut = 140',
  },
  {
    row: 'API-081',
    what: 'objects of a query are sent as they are',
    file: 'packages/contract/src/urls.ts',
    find: 'encodeURIComponent(typeof value ===',
    put: '(typeof value ===',
  },
  {
    row: 'TIM-027',
    what: 'a quantity may be 0',
    file: timeRange,
    find: '/^[1-9]\\d{0,5}$/',
    put: '/^\\d{1,6}$/',
  },
  {
    row: 'TIM-030',
    what: 'two ends may have anchors of their own',
    file: timeRange,
    find: "(since.anchor !== until.anchor && (since.mode === 'relative' || until.mode === 'relative'))",
    put: 'false',
  },
  {
    row: 'TIM-034',
    what: 'Next begins in Advanced as Last does',
    file: timeRange,
    find: "  if (/^next/i.test(text)) return ['', text];\n",
    put: '',
  },
];
