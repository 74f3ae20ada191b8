import { defaultSchema, type Schema, sanitize } from 'hast-util-sanitize';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { type ComponentPropsWithoutRef, type ReactNode, useContext, useRef } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { TakingPicture } from './use-words-picture.ts';

/** Without what would load something unasked, take input or reach out of its place. */
export const safeSchema: Schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !['input', 'picture', 'source'].includes(name)),
  protocols: { ...defaultSchema.protocols, href: ['http', 'https', 'mailto'], src: ['https'] },
};

/** A tree of HTML made anew of allowed elements: nothing in it can run. */
export function toSafeElements(tree: Parameters<typeof sanitize>[0], schema: Schema = safeSchema): ReactNode {
  const safe = sanitize(tree, schema);
  return toJsxRuntime(safe, { Fragment, jsx, jsxs, components: { a: OutsideLink, img: OutsidePicture } });
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

function OutsideLink({ children, href, title, className, style }: ComponentPropsWithoutRef<'a'>) {
  return (
    <a
      href={href}
      title={title}
      className={className}
      style={style}
      target="_blank"
      rel="noreferrer noopener"
      // The cell around it may be a filter; a click on a link is none.
      onClick={(event) => event.stopPropagation()}
    >
      {children}
    </a>
  );
}
