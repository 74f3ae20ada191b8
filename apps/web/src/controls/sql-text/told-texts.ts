export interface ToldTexts {
  /** Notes what the editor has just said to its owner. */
  readonly tell: (text: string) => void;
  /** Whether a text that the owner gives is the owner's own, and not one that it was told or already had. */
  readonly isNews: (text: string) => boolean;
  /** Begins anew, with a text that both have. */
  readonly restart: (text: string) => void;
}

/**
 * What an editor told its owner and has not had back yet. On a busy page the owner gives a text back when the next one
 * has been typed; taken for news, it would undo what was written meanwhile.
 */
export function makeToldTexts(given: string): ToldTexts {
  let owned = given;
  let told: string[] = [];
  return {
    tell: (text) => void told.push(text),
    isNews: (text) => {
      if (text === owned) return false;
      const at = told.lastIndexOf(text);
      owned = text;
      told = at < 0 ? [] : told.slice(at + 1);
      return at < 0;
    },
    restart: (text) => {
      owned = text;
      told = [];
    },
  };
}
