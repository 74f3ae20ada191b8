import { raw } from 'hast-util-raw';
import { defaultSchema, sanitize } from 'hast-util-sanitize';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { type ComponentPropsWithoutRef, useContext, useMemo, useRef } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { TakingPicture } from './use-words-picture.ts';

/** Without what would load something unasked, take input or reach out of its cell. */
const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['input', 'picture', 'source'].includes(name)),
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['https'] },
};

/** A text of the data drawn as the HTML that it is, made anew of allowed elements: nothing in it can run. */
export function HtmlCell({ text }: { readonly text: string }) {
  const drawn = useMemo(() => {
    const tree = sanitize(raw({ type: 'root', children: [{ type: 'raw', value: text }] }), schema);
    return toJsxRuntime(tree, { Fragment, jsx, jsxs, components: { a: OutsideLink, img: OutsidePicture } });
  }, [text]);
  return <span data-test="html-cell">{drawn}</span>;
}

/** A picture of this server would be asked for with the reader's rights, so only others are. */
function OutsidePicture({ src, alt, title, width, height }: ComponentPropsWithoutRef<'img'>) {
  const isTaking = useContext(TakingPicture);
  const isAsked = useRef(false);
  if (!isTaking) isAsked.current = true;
  if (typeof src !== 'string' || !src.startsWith('https://')) return <>{alt}</>;
  const asked = isAsked.current ? src : undefined;
  return <img src={asked} alt={alt ?? ''} title={title} width={width} height={height} referrerPolicy="no-referrer" />;
}

function OutsideLink({ children, href, title }: ComponentPropsWithoutRef<'a'>) {
  return (
    <a
      href={href}
      title={title}
      target="_blank"
      rel="noreferrer noopener"
      // The cell around it may be a filter; a click on a link is none.
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </a>
  );
}
