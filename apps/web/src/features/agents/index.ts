/** Agents: what a program asks for in, somebody's yes or no out. Opens by address only; nothing else imports it. */
export * from './routes.ts';
