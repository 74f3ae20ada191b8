import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const read = (env: Readonly<Record<string, string>>) => parseConfig({ argv: [], env, root: '/tmp' });

describe('friendlier words for errors', () => {
  it('are read from JSON, by type of error [ERR-002]', () => {
    expect(read({ POWERSET_ERROR_MESSAGES: '{"SYNTAX_ERROR":"Mind the commas."}' }).errorMessages).toEqual({
      SYNTAX_ERROR: 'Mind the commas.',
    });
    expect(read({}).errorMessages).toBeNull();
  });

  it.each(['not JSON', '["a"]', '{"SYNTAX_ERROR":1}', 'null'])('are refused as %s, naming the setting', (text) => {
    expect(() => read({ POWERSET_ERROR_MESSAGES: text })).toThrow(ConfigError);
    expect(() => read({ POWERSET_ERROR_MESSAGES: text })).toThrow('POWERSET_ERROR_MESSAGES');
  });
});
