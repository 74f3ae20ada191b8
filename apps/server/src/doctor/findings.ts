/** What one look came to. A problem keeps the server from its work; a warning is for somebody to decide. */
export interface Finding {
  readonly kind: 'well' | 'warning' | 'problem';
  readonly text: string;
}

export const well = (text: string): Finding => ({ kind: 'well', text });
export const warning = (text: string): Finding => ({ kind: 'warning', text });
export const problem = (text: string): Finding => ({ kind: 'problem', text });
