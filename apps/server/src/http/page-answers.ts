import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Paths that a page reads first, by the page's own path. */
export type FirstQuestions = (pagePath: string) => readonly string[];

/** Longer no page is kept waiting: it asks by itself for what is missing. */
const patienceMs = 500;

/**
 * What a page would ask for first, answered as if the same visitor had asked, in elements that `start.js` reads. Whatever
 * is not a plain answer is left out.
 */
export async function readAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  questions: FirstQuestions,
): Promise<string> {
  const [path = ''] = request.url.split('?');
  const answers = await Promise.all(questions(path).map((question) => readInTime(app, request, question)));
  return answers.join('');
}

async function readInTime(app: FastifyInstance, request: FastifyRequest, path: string): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, patienceMs, '');
  });
  const answer = readAnswer(app, request, path).catch(() => '');
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** What of a visitor's request tells who asks, and in which language. */
const passedOn = ['cookie', 'host', 'accept-language', 'user-agent'] as const;

async function readAnswer(app: FastifyInstance, { headers, raw }: FastifyRequest, path: string): Promise<string> {
  const own = passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  const answer = await app.inject({
    url: path,
    headers: { accept: 'application/json', ...Object.fromEntries(own) },
    remoteAddress: raw.socket.remoteAddress,
  });
  if (answer.statusCode !== 200) return '';
  return `<script type="application/json" data-answer="${path}">${answer.body.replaceAll('<', '\\u003c')}</script>`;
}
