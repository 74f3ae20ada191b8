/**
 * TLS. The certificates that this process shows and trusts, as its files are now.
 * In: names of files. Out: their text, read anew when they change, or a sentence that says what is wrong with them.
 */
export { openTls, type TlsFiles, type TlsMaterial, type TlsWatch } from './tls-watch.ts';
