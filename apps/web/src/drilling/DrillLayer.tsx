import { ByDialog } from './ByDialog.tsx';
import { DetailDialog } from './DetailDialog.tsx';
import { ExplainDialog } from './explain/ExplainDialog.tsx';
import { MarkMenu } from './MarkMenu.tsx';
import type { LayerProps } from './places.ts';

/** The menu of a mark, or where it led. */
export function DrillLayer(props: LayerProps) {
  const { subject, place, onPlace } = props;
  const close = () => onPlace(null);
  if (place.kind === 'menu') return <MarkMenu {...props} request={place.request} />;
  if (place.kind === 'detail') return <DetailDialog subject={subject} filters={place.filters} onClose={close} />;
  if (place.kind === 'explain')
    return <ExplainDialog subject={subject} start={place.explained} actions={props.actions} onClose={close} />;
  return <ByDialog subject={subject} start={place} onClose={close} />;
}
