/**
 * PASSWORD LINKS. Who forgot a password, or never had one, chooses it by a link that holds once and for a while.
 * In: a name, or a link's token. Out: a mail, and a password that ends all sessions before it.
 */
export { makePasswordLink } from './links.ts';
export { type LinkMail, wordLinkMail } from './mail-words.ts';
export { registerPasswordLinks, type SendsMail, toPasswordUrl } from './routes.ts';
export { createTurns } from './turns.ts';
