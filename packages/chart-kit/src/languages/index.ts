/** How the languages besides English write numbers and times; each comes with its catalogue. */
export * from './arabic.ts';
export * from './chinese.ts';
export * from './french.ts';
export * from './german.ts';
export * from './japanese.ts';
export * from './portuguese.ts';
export * from './spanish.ts';
