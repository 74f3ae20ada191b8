/** Sign-in: name and password in, a session out. Opens by address only; nothing else imports it. */
export * from './routes.ts';
