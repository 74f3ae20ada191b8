import { formatNumber, formatTime } from '@powerset/chart-kit';
import { beforeEach, describe, expect, it } from 'vitest';
import { changeLanguage, formatDecimal, loadServerTexts, parseLanguage, startTranslator, t } from './language.ts';
import { scheduleErrorText } from './schedule-errors.ts';
import { formatDuration, formatWhen, parseServerTime } from './when.ts';

beforeEach(() => startTranslator('en'));

describe('the translator', () => {
  it('answers with the key itself in English and fills gaps without escaping', () => {
    expect(t('Delete {{name}}?', { name: 'A & B' })).toBe('Delete A & B?');
  });

  it('names the number of undo slots [ERR-006]', async () => {
    const usedUp =
      'You have used all {{historyLength}} undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.';
    expect(t(usedUp, { historyLength: 50 })).toContain('all 50 undo slots');
    await changeLanguage('de');
    expect(t(usedUp, { historyLength: 50 })).toMatch(/\b50\b/);
    expect(t(usedUp, { historyLength: 50 })).not.toContain('{{');
  });

  it('answers in German once chosen, and in English for what has no translation', async () => {
    await changeLanguage('de');
    expect(t('Sign in')).toBe('Anmelden');
    expect(t('Nobody translated this: yet.')).toBe('Nobody translated this: yet.');
  });

  it('writes numbers and times as its language does', async () => {
    expect([formatDecimal('1.5'), formatDuration(1900)]).toEqual(['1.5', '1.9 s']);
    await changeLanguage('de');
    expect([formatDecimal('1.5'), formatDuration(1900)]).toEqual(['1,5', '1,9 s']);
    expect(formatNumber(',.1f', 1240.5, 'de')).toBe('1.240,5');
    expect(formatTime('smart_date', Date.UTC(2026, 4, 1), { grain: 'P1M', locale: 'de' })).toBe('Mai 2026');
  });

  it('says in the reader’s language why a schedule failed, and leaves the words of an engine alone', async () => {
    await changeLanguage('de');
    expect(scheduleErrorText('The run was stopped.')).toBe('Der Lauf wurde gestoppt.');
    await loadServerTexts();
    const ofEngine = 'Conversion Error: Could not convert string "Save" to INT32';
    expect(scheduleErrorText(ofEngine)).toBe(ofEngine);
  });

  it('has two words where English has one, by what is meant', async () => {
    await changeLanguage('de');
    expect([t('Line'), t('Line', { context: 'text' })]).toEqual(['Linie', 'Zeile']);
    expect([t('Delete'), t('Delete', { context: 'key' })]).toEqual(['Löschen', 'Entf']);
    expect([t('Format'), t('Format', { context: 'verb' })]).toEqual(['Format', 'Formatieren']);
    expect(t('Export', { context: 'text' })).toBe('Exportieren');
  });

  it('takes the language from a browser tag and falls back to English', () => {
    expect(parseLanguage('de-AT')).toBe('de');
    expect(parseLanguage('pt_BR')).toBe('pt');
    expect(parseLanguage('zh-Hans-CN')).toBe('zh');
    expect(parseLanguage('arn')).toBe('en');
    expect(parseLanguage('it')).toBe('en');
    expect(parseLanguage(null)).toBe('en');
  });
});

describe('moments', () => {
  const now = new Date(2026, 10, 21, 15, 0).getTime();
  const minutes = (count: number) => now - count * 60_000;

  it('says minutes and hours under a day, then yesterday, then the date', () => {
    expect(formatWhen(minutes(0), now, 'en')).toBe('just now');
    expect(formatWhen(minutes(8), now, 'en')).toBe('8 min ago');
    expect(formatWhen(minutes(125), now, 'en')).toBe('2 h ago');
    expect(formatWhen(minutes(26 * 60), now, 'en')).toBe('yesterday');
    expect(formatWhen(new Date(2026, 10, 16, 9, 0).getTime(), now, 'en')).toBe('16 Nov');
    expect(formatWhen(new Date(2024, 4, 2, 9, 0).getTime(), now, 'en')).toBe('2 May 2024');
  });

  it('reads epoch seconds, milliseconds and ISO text without a zone as UTC', () => {
    expect(parseServerTime(1_763_000_000)).toBe(1_763_000_000_000);
    expect(parseServerTime(1_763_000_000_000)).toBe(1_763_000_000_000);
    expect(parseServerTime('2026-11-21T10:00:00')).toBe(Date.UTC(2026, 10, 21, 10));
    expect(parseServerTime('2026-11-21T10:00:00.000Z')).toBe(Date.UTC(2026, 10, 21, 10));
    expect(parseServerTime('')).toBeNull();
    expect(parseServerTime('no date')).toBeNull();
  });

  it('writes durations in the unit that suits them', () => {
    expect([310, 1900, 150_000, 11_520_000].map(formatDuration)).toEqual(['310 ms', '1.9 s', '2.5 min', '3.2 h']);
  });
});
