import { createServerWords } from '@powerset/contract/server-words';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueCodes } from '../../tools/extract-texts.mjs';
import { collectServerTexts } from '../../tools/server-texts.mjs';
import { toApiError } from '../api/index.ts';
import interfaceWords from './en.json';
import { changeLanguage, loadServerTexts, serverText, startTranslator } from './language.ts';

/** What stays as it is. */
const untold = new Set([
  // Said by the interface in whole sentences, by what was saved.
  'This {{1}} was saved by {{2}} after you opened it.',
  // In the words of the engine, which says the same in other places.
  'Catalog Error: Schema with name {{1}} does not exist!',
  'Catalog Error: Table with name {{1}} does not exist in the schema {{2}}!',
  // Engines say so too.
  '{{1}} was not found',
]);
/** Made of several texts or by the library that checks input; the tests below look at what comes of them. */
const composed =
  /^(Must (be|not|match|contain) |Issue |Forbidden$|may not |The engine (process|could not)|The user doesn't|(The values of this PIVOT|PIVOT finds) .*PIVOT …)/;
const gaps = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([gap]) => gap).sort();

const serverTexts = collectServerTexts();

describe.each(catalogueCodes)('what the server says in %s', (code) => {
  const load = async (): Promise<Readonly<Record<string, string>>> =>
    (await import(`../../../../packages/contract/src/server-words/${code}.json`)).default;

  it('has words for each sentence, with the same gaps: whoever adds one adds them to the catalogues', async () => {
    const own = await load();
    expect(serverTexts.length).toBeGreaterThan(400);
    expect(serverTexts.filter((text) => !(text in own || text in interfaceWords || untold.has(text)))).toEqual([]);
    for (const [text, translated] of Object.entries(own)) expect(gaps(translated), text).toEqual(gaps(text));
  });

  it('has no words for what it no longer says', async () => {
    const said = new Set(serverTexts);
    expect(Object.keys(await load()).filter((text) => !said.has(text) && !composed.test(text))).toEqual([]);
  });
});

describe('a sentence of the server', () => {
  beforeAll(async () => {
    await startTranslator('de');
    await loadServerTexts();
  });
  afterAll(() => changeLanguage('en'));

  it.each([
    ['Not found', 'Nicht gefunden'],
    ['There is no role Sales, all.', 'Die Rolle Sales, all gibt es nicht.'],
    ['sql: There is no statement to run.', 'sql: Es gibt keine Anweisung zum Ausführen.'],
    ['Issue 1008 - The port is closed.', 'Hinweis 1008: Der Port ist geschlossen.'],
    [
      'The result cannot be kept as a dataset: you may not make datasets.',
      'Das Ergebnis kann nicht als Datensatz behalten werden: Sie dürfen keine Datensätze anlegen.',
    ],
    [
      'The table "main.t" exists already. Choose another name, or replace it or append to it.',
      'Die Tabelle „main.t“ gibt es schon. Wählen Sie einen anderen Namen, oder ersetzen oder ergänzen Sie sie.',
    ],
    ['name: Must not be empty.', 'name: Darf nicht leer sein.'],
    ['Must not have fewer than 3 characters.', 'Mindestens 3 Zeichen.'],
    ['Must be <= 1000.', 'Muss <= 1000 sein.'],
  ])('is said in German, with what stands in it: %s', (text, own) => {
    expect(serverText(text)).toBe(own);
  });

  it.each([
    'Binder Error: Referenced column "naem" not found in FROM clause!',
    'relation "orders" does not exist',
    'Parser Error: syntax error at or near "SELEC"',
    "Conversion Error: Could not convert string 'x' to INT32",
    'value too long for type character varying(3)',
    'Revenue',
  ])('is not what an engine or a person says: %s', (text) => {
    expect(serverText(text)).toBe(text);
  });

  it('is German in errors of calls: what is wrong with fields, codes, and what helps', () => {
    const answer = (body: object) => toApiError({ status: 422, statusText: '', text: JSON.stringify(body) });
    const fields = answer({
      errors: [{ message: 'name: This name is taken.', error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR', level: 'error' }],
      message: { name: ['This name is taken.'], port: ['Must be a whole number.'] },
    });
    expect([fields.message, fields.fields]).toEqual([
      'name: Dieser Name ist vergeben.',
      { name: ['Dieser Name ist vergeben.'], port: ['Muss eine ganze Zahl sein.'] },
    ]);
    expect(answer({ message: 'Not found' }).message).toBe('Nicht gefunden');
    const gone = answer({
      errors: [
        {
          message: 'Only `SELECT` statements are allowed against this database',
          error_type: 'DML_NOT_ALLOWED_ERROR',
          level: 'error',
          extra: { issue_codes: [{ code: 1022, message: 'Issue 1022 - Database does not allow data manipulation.' }] },
        },
      ],
    });
    expect(gone.errors[0]).toMatchObject({
      message: 'In dieser Datenbank sind nur `SELECT`-Anweisungen erlaubt',
      extra: { issue_codes: [{ message: 'Hinweis 1022: Die Datenbank erlaubt keine ändernden Anweisungen.' }] },
    });
  });

  it('is German where input does not fit, whatever is wrong with it', () => {
    const schema = Type.Object({
      name: Type.String({ minLength: 3, maxLength: 1, pattern: '^x$' }),
      count: Type.Integer({ minimum: 5, exclusiveMaximum: 2, multipleOf: 7 }),
      list: Type.Array(Type.Number(), { minItems: 3, maxItems: 1, uniqueItems: true }),
      kind: Type.Enum(['a', 'b']),
      fixed: Type.Literal('c'),
      either: Type.Union([Type.Null(), Type.Boolean()]),
      more: Type.Object({}, { minProperties: 2, maxProperties: 0 }),
    });
    const validator = Compile(schema);
    const wrong = { name: 'yy', count: 4, list: ['a', 'a'], kind: 'z', fixed: 'd', either: 4, more: { a: 1 } };
    const kinds = { name: 1, count: 1.5, list: 'a', kind: 1, fixed: 1, either: 'a', more: 1 };
    const texts = [wrong, kinds].flatMap((input) =>
      validator.Errors(input).map(({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`),
    );
    expect(texts.length).toBeGreaterThan(15);
    expect(texts.filter((text) => serverText(text) === text)).toEqual([]);
  });

  it('is found in no time in a long text that is none', () => {
    const say = createServerWords({ 'a {{1}} b {{2}} c {{3}} d.': '{{3}} {{1}} {{2}}' });
    expect(say('a 1 b 2 c 3 d.')).toBe('3 1 2');
    const long = `a ${' b  c '.repeat(800)}`;
    expect(say(long)).toBe(long);
  });
});
