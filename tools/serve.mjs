/** Serves what is built, without looking whether it is current: for tests, measurements and installations. */
const { main } = await import('../apps/server/dist/main.js');
await main(process.argv.slice(2), process.env);
