import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { makeTempFolder } from '@powerset/testkit';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { FirstQuestions } from './page-answers.ts';
import { installSecurityHeaders } from './security-headers.ts';
import { installWebFiles } from './web-files.ts';

const script = "document.documentElement.dataset.theme = 'dark';";

/** Somebody behind a proxy: a program of the same machine gets nothing compressed. */
const remote = { accept: 'text/html', via: '1.1 proxy' };

interface Reach {
  readonly mapTiles?: string;
  readonly asyncSocketUrl?: string;
}

/** What the build says of two pages: files named by their places. */
const startFiles = {
  build: 'b1',
  files: ['assets/index-1.js', 'assets/base-1.css', 'assets/home-1.js', 'assets/board-1.js'],
  frame: [0, 1],
  pages: [
    ['^/$', [2, 1]],
    ['^/superset/dashboard/', [3]],
  ],
};

async function openPages(questions: FirstQuestions = () => [], reach: Reach = {}) {
  const folder = await makeTempFolder('web-files');
  mkdirSync(join(folder.path, 'assets'));
  writeFileSync(join(folder.path, 'assets/a-1.js'), 'export {};');
  const file = join(folder.path, 'index.html');
  writeFileSync(
    file,
    `<html><script>${script}</script><script src="/a.js"></script><!--answers--><body></body></html><!--start-files ${JSON.stringify(startFiles)}-->`,
  );
  const app = fastify();
  installSecurityHeaders(app, reach);
  await installWebFiles(app, { config: { webFolder: folder.path, ...reach }, questions, now: () => new Date() });
  return { app, file, close: async () => Promise.all([app.close(), folder.remove()]) };
}

describe('the files of the web application', () => {
  it('let pages hear of the ends of queries where the configuration says', async () => {
    const { app, close } = await openPages(undefined, { asyncSocketUrl: 'wss://bi.example.com:8443/ws/async_event/' });
    for (const url of ['/superset/welcome/', '/assets/a-1.js']) {
      const { headers } = await app.inject({ url, headers: { accept: 'text/html' } });
      expect(headers['content-security-policy'], url).toContain("connect-src 'self' wss://bi.example.com:8443;");
    }
    await close();
  });

  it('let maps fetch tiles from where the configuration says, and from nowhere else', async () => {
    const { app, close } = await openPages(undefined, {
      mapTiles: 'https://tiles.example.com:8443/{z}/{x}/{y}.png?key=a',
    });
    for (const url of ['/', '/assets/a-1.js']) {
      const { headers } = await app.inject({ url, headers: remote });
      expect(headers['content-security-policy'], url).toContain("connect-src 'self' https://tiles.example.com:8443;");
    }
    await close();
  });

  it('let the script inside the page run by its hash, and no other one inside a page', async () => {
    const { app, close } = await openPages();
    const hash = createHash('sha256').update(script).digest('base64');
    for (const url of ['/', '/superset/dashboard/1/', '/index.html']) {
      const page = await app.inject({ url, headers: { accept: 'text/html' } });
      expect(page.body, url).toContain(script);
      expect(page.headers['content-security-policy'], url).toContain(`script-src 'self' 'sha256-${hash}';`);
    }
    const file = await app.inject('/assets/a-1.js');
    expect(file.headers['content-security-policy']).toContain("script-src 'self';");
    expect(file.headers['cache-control']).toContain('immutable');
    const missing = await app.inject('/api/v1/nothing');
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['content-security-policy']).toContain("script-src 'self';");
    await close();
  });

  it('come as the build compressed them where that is taken, with their type, and only from its folder', async () => {
    const { app, file, close } = await openPages();
    const folder = join(file, '../assets');
    writeFileSync(join(folder, 'a-1.js.br'), 'as br');
    writeFileSync(join(folder, 'a-1.js.gz'), 'as gzip');
    writeFileSync(join(folder, 'b-1.css'), 'plain');
    writeFileSync(join(folder, 'c-1.csv'), 'a,b');
    const ask = async (name: string, accepted?: string) => {
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
      const { statusCode, headers: told, body } = await app.inject({ url: `/assets/${name}`, headers });
      return [statusCode, told['content-encoding'], told['content-type'], body];
    };
    const script = 'text/javascript; charset=utf-8';
    expect(await ask('a-1.js', 'gzip, br')).toEqual([200, 'br', script, 'as br']);
    expect(await ask('a-1.js', 'gzip, br;q=0')).toEqual([200, 'gzip', script, 'as gzip']);
    expect(await ask('a-1.js', 'gzip;q=0')).toEqual([200, undefined, script, 'export {};']);
    expect(await ask('a-1.js')).toEqual([200, undefined, script, 'export {};']);
    expect(await ask('b-1.css', 'br')).toEqual([200, undefined, 'text/css; charset=utf-8', 'plain']);
    expect(await ask('c-1.csv', 'br')).toEqual([200, undefined, 'application/octet-stream', 'a,b']);
    for (const name of ['..%2Findex.html', '.hidden', 'missing.js', 'a-1.js%00'])
      expect((await ask(name, 'br'))[0], name).toBe(404);
    expect((await app.inject({ method: 'HEAD', url: '/assets/a-1.js' })).statusCode).toBe(200);
    await close();
  });

  it('send a page compressed to whoever takes it, with its answers, and the same one again', async () => {
    const { app, close } = await openPages(() => ['/told']);
    let told = 'once '.repeat(1000);
    app.get('/told', () => ({ told }));
    const open = async (accepted: string) => {
      const answer = await app.inject({ url: '/', headers: { ...remote, 'accept-encoding': accepted } });
      return { encoding: answer.headers['content-encoding'], bytes: answer.rawPayload };
    };
    const plain = await open('identity');
    expect(plain.encoding).toBeUndefined();
    expect(plain.bytes.toString()).toContain(told);
    for (let round = 0; round < 2; round += 1) {
      const { encoding, bytes } = await open('gzip, br');
      expect(encoding).toBe('gzip');
      expect(gunzipSync(bytes)).toEqual(plain.bytes);
    }
    told = 'anew '.repeat(1000);
    expect(gunzipSync((await open('gzip')).bytes).toString()).toContain(told);
    await close();
  });

  it('are announced in the headers of their page: as modules until the browser keeps their code, and as scripts from then on', async () => {
    const { app, close } = await openPages();
    let cookie = '';
    const open = async (url: string, agent = 'Mozilla/5.0 Chrome/156.0.0.0 Safari/537.36') => {
      const page = await app.inject({ url, headers: { accept: 'text/html', 'user-agent': agent, cookie } });
      const [, visits = cookie] = /^([^;]*)/.exec(String(page.headers['set-cookie'] ?? cookie)) ?? [];
      return { link: page.headers.link, root: /<html[^>]*>/.exec(page.body)?.[0], body: page.body, visits };
    };
    const style = '</assets/base-1.css>; rel=preload; as=style; crossorigin';
    const asModules = (...names: string[]) => names.map((name) => `</assets/${name}>; rel=modulepreload; crossorigin`);
    const asLaterModules = (...names: string[]) => asModules(...names).map((link) => `${link}; fetchpriority=low`);
    const asScripts = (...names: string[]) =>
      names.map((name) => `</assets/${name}>; rel=preload; as=script; crossorigin`);
    const first = await open('/superset/dashboard/7/?a=1');
    expect(first.link).toBe([...asModules('index-1.js'), style, ...asLaterModules('board-1.js')].join(', '));
    expect(first.root).toBe('<html data-announced="3">');
    expect(first.body).not.toContain('start-files');
    cookie = first.visits;
    cookie = (await open('/superset/dashboard/8/')).visits;
    const third = await open('/superset/dashboard/7/');
    expect(third.link).toBe([...asScripts('index-1.js'), style, ...asScripts('board-1.js')].join(', '));
    expect(third.root).toBe('<html data-announced="3" data-code-kept>');
    // What every page runs was kept, what this one alone runs was not.
    const home = await open('/');
    expect(home.link).toBe([...asScripts('index-1.js'), style, ...asLaterModules('home-1.js')].join(', '));
    cookie = cookie.replace('b1.', 'another.');
    expect((await open('/superset/dashboard/7/')).root).toBe('<html data-announced="3">');
    // Others read no such headers, or keep no code.
    const other = await open('/', 'Mozilla/5.0 Firefox/145.0');
    expect([other.link, other.root]).toEqual([undefined, '<html>']);
    await close();
  });

  it('are announced within what proxies let through: the page is told how many', async () => {
    const names = Array.from({ length: 200 }, (_, at) => `assets/a-file-of-a-page-${at}.js`);
    const many = { build: 'b1', files: names, frame: [0], pages: [['^/', names.map((_, at) => at)]] };
    const { app, file, close } = await openPages();
    writeFileSync(file, `<html><!--answers--></html><!--start-files ${JSON.stringify(many)}-->`);
    utimesSync(file, 1, 1);
    const page = await app.inject({ url: '/', headers: { accept: 'text/html', 'user-agent': 'Chrome/156' } });
    const announced = String(page.headers.link).split(', ');
    expect(String(page.headers.link).length).toBeLessThan(2100);
    expect(announced.length).toBeGreaterThan(20);
    expect(page.body).toContain(`data-announced="${announced.length}"`);
    await close();
  });

  it('are found once a build has written them, and stay with whoever opened the page before another did', async () => {
    const { app, file, close } = await openPages();
    const later = join(file, '../assets/later-2.js');
    expect((await app.inject('/assets/later-2.js')).statusCode).toBe(404);
    writeFileSync(later, 'later');
    expect((await app.inject('/assets/later-2.js')).body).toBe('later');
    rmSync(later);
    expect((await app.inject('/assets/later-2.js')).body).toBe('later');
    await close();
  });

  it('bring along what the page asks first, as its visitor would be answered; its text ends no element of the page', async () => {
    const { app, close } = await openPages((path) => [`/api/v1/of${path}`, '/api/v1/refused', '/api/v1/broken']);
    app.get('/api/v1/of/a', async ({ headers }) => ({ of: headers.cookie, text: '</script><b>' }));
    app.get('/api/v1/refused', async (_request, reply) => reply.code(403).send({ message: 'no' }));
    app.get('/api/v1/broken', async () => {
      throw new Error('broken');
    });
    const page = await app.inject({ url: '/a?x=1', headers: { accept: 'text/html', cookie: 'session=one' } });
    expect(page.body).toContain(
      '<script type="application/json" data-answer="/api/v1/of/a">{"of":"session=one","text":"\\u003c/script>\\u003cb>"}</script><body>',
    );
    expect(page.body.match(/data-answer/g)).toHaveLength(1);
    expect(page.headers['cache-control']).toBe('private, no-store');
    await close();
  });

  it('are those of the build that lies there now, and the page stays while another is written', async () => {
    const { app, file, close } = await openPages();
    const read = async () => (await app.inject({ url: '/', headers: { accept: 'text/html' } })).body;
    expect(await read()).toContain('/a.js');
    rmSync(file);
    expect(await read()).toContain('/a.js');
    writeFileSync(file, '<html><script src="/b.js"></script><!--answers--></html>');
    utimesSync(file, 1, 1);
    expect(await read()).toContain('/b.js');
    await close();
  });

  it('bring no answers along, and ask for none, where anything is taken in place of a page', async () => {
    const asked: string[] = [];
    const { app, close } = await openPages((path) => {
      asked.push(path);
      return [];
    });
    for (const accept of ['*/*', 'image/avif,image/webp,*/*;q=0.8', undefined]) {
      const page = await app.inject({ url: '/missing.png', headers: accept ? { accept } : {} });
      expect(page.body).toContain('<body></body></html>');
    }
    await app.inject({ url: '/page', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(asked).toEqual(['/page']);
    await close();
  });

  it('come without an answer that takes too long', async () => {
    const { app, close } = await openPages(() => ['/api/v1/slow']);
    let finish: (text: string) => void = () => undefined;
    app.get('/api/v1/slow', () => new Promise((resolve) => (finish = resolve)));
    const page = await app.inject({ url: '/', headers: { accept: 'text/html' } });
    expect(page.body).toContain('<body></body></html>');
    expect(page.body).not.toContain('data-answer');
    finish('late');
    await close();
  });
});
