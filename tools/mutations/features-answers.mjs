/** Of answers and of where they are read: shared by processes, drawn, sent, and looked behind. */
const shared = {
  file: 'apps/server/src/answers/shared-answers.ts',
  test: 'apps/server/src/answers/shared-answers.test.ts',
};
const dashboards = 'apps/web/src/features/dashboards/loading';

export const answerFeatures = [
  {
    ...shared,
    title: 'are waited for while another process reads them',
    what: 'each process reads what another one is reading',
    find: 'this.owner, claimMs)) !== false)',
    put: 'this.owner, claimMs)) !== undefined)',
  },
  {
    ...shared,
    title: 'are believed no more once their dataset is forgotten',
    what: 'shared rows are believed after their dataset was written',
    find: 'kept: kept && kept.age === current ?',
    put: 'kept: kept ?',
  },
  {
    file: 'apps/server/src/cache/signed-cache.ts',
    test: 'apps/server/src/cache/signed-cache.test.ts',
    title: 'of another installation, changed by another hand',
    what: 'shared values of anybody are believed',
    find: 'timingSafeEqual(held.subarray(0, signatureBytes), signatureOf(name, bytes)) ?',
    put: 'signatureOf(name, bytes) ?',
  },
  {
    ...shared,
    title: 'stay where they were read when they are too large',
    what: 'answers of any size are shared',
    find: 'packedBytes(rows.table) > mostBytes',
    put: 'packedBytes(rows.table) < 0',
  },
  {
    file: 'apps/server/src/pictures/picture-words.ts',
    test: 'apps/server/src/pictures/picture-words.test.ts',
    title: 'is in the language of whom it is drawn for: that there is nothing, and why',
    what: 'failures are English in pictures and mails',
    find: "text.split('\\n').map(say).join('\\n')",
    put: 'text',
  },
  {
    file: 'apps/server/src/features/reports/message.ts',
    test: 'apps/server/src/features/reports/reports.test.ts',
    title: 'is worded in the language of whoever saved it',
    what: 'mails of reports are English',
    find: 'const { report, content, isTest, locale } = message;',
    put: "const { report, content, isTest } = message;\n  const locale = 'en';",
  },
  {
    file: 'apps/web/src/drilling/subject.ts',
    test: 'apps/web/src/drilling/drilling.test.ts',
    title: 'are those of the layer, in its own dataset',
    what: 'marks of a map of layers lead to the rows of another dataset',
    find: 'datasource: { id: Number(dataset), type },',
    put: 'datasource: { id: 0 * Number(dataset), type },',
  },
  {
    file: 'packages/charts/src/deck-multi/options.ts',
    test: 'packages/charts/src/deck-multi/deck-multi.test.ts',
    title: 'knows of each mark the chart that it is of',
    what: 'a mark of a map of layers is of its first one',
    find: 'idOf(one.layer) === entryOf(layer)',
    put: "idOf(one.layer) !== '' && entryOf(layer) !== ''",
  },
  {
    file: `${dashboards}/in-turns.ts`,
    test: `${dashboards}/in-turns.test.ts`,
    title: 'have frames of their own between the answers while somebody scrolls',
    what: 'pictures are drawn in the frame of their rows',
    find: 'if (isResting) waiting.add(step);',
    put: 'if (isResting && !step) waiting.add(step);',
  },
];
