import { describe, expect, it } from 'vitest';
import { toFileName } from './save-file.ts';

describe('the name of a saved file', () => {
  it('is the title in small letters, with a dash for what file systems do not take', () => {
    expect(toFileName('Revenue: EU / "Q1" ')).toBe('revenue-eu-q1');
    expect(toFileName('לוח Zürich — 東京')).toBe('לוח-zürich-東京');
  });

  it('is cut where it gets too long, between whole letters', () => {
    expect(toFileName(`${'𝒳'.repeat(59)} and more`)).toBe('𝒳'.repeat(59));
    expect([...toFileName('𝒳'.repeat(300))]).toHaveLength(60);
  });

  it('is another word where nothing is left of the title', () => {
    expect(toFileName('!?')).toBe('chart');
    expect(toFileName('', 'dashboard')).toBe('dashboard');
  });
});
