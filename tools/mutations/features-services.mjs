/** Of what services answer that are asked over HTTP: how their texts are read, and who waits meanwhile. No row names them. */
const json = 'apps/server/src/json/json-stream';
const engines = 'apps/server/src/engines';
const largeAnswers = `${engines}/warehouse/large-answers.test.ts`;

export const serviceFeatures = [
  {
    file: `${json}.ts`,
    test: `${json}.test.ts`,
    title: 'comes to what a parser makes of it',
    what: 'a long text is cut wherever a part of it ended, inside of a letter too',
    find: 'return begun >= 0 && length < whole ? length : 0;',
    put: 'return 0;',
  },
  {
    file: `${json}.ts`,
    test: `${json}.test.ts`,
    title: 'is refused where a parser refuses it, or it is nested or empty without end',
    what: 'lists in lists are opened without end',
    find: 'if (this.frames.length > maxDepth)',
    put: 'if (false)',
  },
  {
    file: `${json}.ts`,
    test: largeAnswers,
    title: 'is parsed in portions, and read whole',
    what: 'an answer is parsed in one go',
    find: 'if (frame.isHeld || at - this.base >= portionBytes) {',
    put: 'if (frame.isHeld) {',
  },
  {
    file: `${engines}/remote/portions.ts`,
    test: largeAnswers,
    title: 'is handed on a few thousand values at a time, between which others have their turn',
    what: 'nobody has a turn between the portions of an answer',
    find: 'await othersTurn();',
    put: '',
  },
];
