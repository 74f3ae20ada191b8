/** Set-up: the first account of a new installation, made with the one-time token that the terminal printed. */
export * from './routes.ts';
