import { MarkdownText } from '../markdown/index.ts';

/** A description; HTML in it passes the allow-list of all texts on dashboards. */
export function DescriptionText({ html }: { html: string }) {
  if (!html.includes('<')) return <p className="fb-about">{html}</p>;
  return (
    <div className="fb-about">
      <MarkdownText text={html} />
    </div>
  );
}
