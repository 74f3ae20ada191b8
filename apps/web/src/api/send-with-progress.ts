import type { SendWithProgress } from './client.ts';

function toHeaders(raw: string): Headers {
  const headers = new Headers();
  for (const line of raw.trim().split(/[\r\n]+/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return headers;
}

/** `fetch` for forms with files: the same promise, and word of how much has been sent. */
export const sendWithProgress: SendWithProgress = (url, init, onSent) =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(init.method ?? 'GET', url);
    new Headers(init.headers).forEach((value, name) => {
      call.setRequestHeader(name, value);
    });
    call.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 1);
    call.upload.onload = () => onSent(1);
    call.onload = () =>
      resolve(
        new Response(call.responseText, {
          status: call.status,
          statusText: call.statusText,
          headers: toHeaders(call.getAllResponseHeaders()),
        }),
      );
    call.onerror = () => reject(new TypeError('The connection was lost.'));
    call.onabort = () => reject(new DOMException('The call was given up.', 'AbortError'));
    if (init.signal?.aborted) return call.abort();
    init.signal?.addEventListener('abort', () => call.abort());
    // A form, or text: the client sends nothing else this way.
    call.send(init.body as XMLHttpRequestBodyInit);
  });
