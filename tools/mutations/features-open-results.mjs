/** Of results that are open: how many of them, for whom, and when a file may be opened. */
const room = 'apps/server/src/engines/results';
const open = { test: `${room}/attachments.test.ts`, file: `${room}/attachments.ts` };
const views = { test: `${room}/result-views.test.ts`, file: `${room}/result-views.ts` };
const store = { test: `${room}/result-store.test.ts` };

export const openResultFeatures = [
  {
    ...open,
    title: 'until the last of its readers has gone',
    what: 'the first reader that leaves closes a result for the others',
    find: 'if (left > 0) this.readers.set(id, left);\n        else ',
    put: '',
  },
  {
    ...open,
    title: 'the oldest open result makes room',
    what: 'ever more results are open',
    find: 'await Promise.all(ending.map((id) => this.end(id)));',
    put: '',
  },
  {
    ...open,
    title: 'whoever wants a result again waits',
    what: 'a result is opened while it is being closed',
    find: 'return this.inOrder(resultId, () => this.options.detach(resultId));',
    put: 'return this.options.detach(resultId);',
  },
  {
    ...open,
    title: 'goes on after a failure',
    what: 'what failed keeps a result from being opened again',
    find: 'before.then(work, work)',
    put: 'before.then(work)',
  },
  {
    ...views,
    title: 'the order of a result stays while somebody reads it',
    what: 'whoever types in a search keeps ever more orders of rows',
    find: '    await this.kept.makeRoom();\n',
    put: '',
  },
  {
    ...views,
    title: 'the order of a result stays while somebody reads it',
    what: 'an order of rows goes while it is read',
    find: 'this.kept.hold([name], ',
    put: 'this.kept.hold([], ',
  },
  {
    ...store,
    file: `${room}/attachments.ts`,
    title: 'are each read whole where far more',
    what: 'a result is closed while it is read',
    find: 'return this.readers.has(resultId);',
    put: "return this.readers.has('');",
  },
  {
    test: `${room}/open-file.test.ts`,
    file: `${room}/open-file.ts`,
    title: 'is given up at once',
    what: 'a broken file is tried for ten seconds',
    find: '!isStillOpen(error) || ',
    put: '',
  },
  {
    ...store,
    file: `${room}/open-file.ts`,
    title: 'are read also while a statement',
    what: 'a file that an earlier statement knows by another name is given up',
    find: 'if (!isStillOpen(error) || performance.now() > until) throw error;',
    put: 'throw error;',
  },
];
