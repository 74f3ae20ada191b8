import { ShareAltOutlined } from '@ant-design/icons-svg';
import { exploreEndpoints } from '@powerset/contract';
import { copyText, IconButton, MenuButton, type MenuEntry, sayBeside } from '@powerset/ui';
import { Suspense, useState } from 'react';
import { useSharing } from '../../access-requests/index.ts';
import { api, errorText } from '../../api/index.ts';
import { WaitingModal } from '../../controls/waiting-modal/index.ts';
import { useT } from '../../i18n/index.ts';
import { addresses, lazyPart } from '../../shell/index.ts';
import type { Explore } from './explore-context.tsx';
import { sayWhile } from './say-while.ts';
import type { ExploreStart } from './use-explore-start.ts';

const EmbedCodeModal = lazyPart(async () => (await import('./modals/EmbedCodeModal.tsx')).EmbedCodeModal);

/** A lasting link to the form as it stands. */
async function createPermalink({ dataset, form }: Explore, signal?: AbortSignal): Promise<string> {
  const formData = { ...form, datasource: `${dataset.id}__${dataset.type}` };
  const body = { formData, urlParams: [] };
  // Without a configured address the server names none but its own.
  const { url } = await api.callEndpoint(exploreEndpoints.createPermalink, { body, signal });
  return new URL(url, window.location.href).href;
}

/** Without the builder around it; its look is left to whoever shows it. */
function standaloneUrl(address: string): string {
  const url = new URL(address, window.location.href);
  url.searchParams.set('standalone', '1');
  return url.href;
}

interface ShareMenuProps {
  readonly explore: Explore;
  /** The saved chart, for who may share it. */
  readonly slice: ExploreStart['slice'];
}

/** Links to the chart, the frame that shows it elsewhere, and whom to share it with. */
export function ShareMenu({ explore, slice }: ShareMenuProps) {
  const t = useT();
  const sharing = useSharing(
    slice && {
      type: 'chart',
      id: slice.slice_id,
      title: slice.slice_name,
      url: addresses.chart(slice.slice_id),
    },
  );
  const [embedded, setEmbedded] = useState<string | null>(null);
  const embed = (url: string) => setEmbedded(standaloneUrl(url));
  const withLink = async (use: (url: string) => void | Promise<void>) => {
    const say = sayBeside();
    try {
      const url = await sayWhile(t('The link is being made'), (signal) => createPermalink(explore, signal), say);
      if (url !== undefined) await use(url);
    } catch (error) {
      say.danger(t('Sorry, something went wrong. Try again later.'), { details: errorText(error) });
    }
  };
  const copy = async (url: string) => {
    const say = sayBeside();
    if (await copyText(url)) say.success(t('Link Copied!'));
    else say.danger(t('Sorry, your browser does not support copying.'));
  };
  const items: readonly MenuEntry[] = [
    { key: 'copy', label: t('Copy permalink to clipboard'), onSelect: () => void withLink(copy) },
    {
      key: 'mail',
      label: t('Share chart by email'),
      onSelect: () =>
        void withLink((url) => {
          location.href = `mailto:?subject=${encodeURIComponent(t('Powerset chart'))}&body=${encodeURIComponent(url)}`;
        }),
    },
    {
      key: 'embed',
      label: t('Embed code'),
      // A saved chart is shown as it is saved by then, a form that is not as it stands.
      onSelect: () => (slice ? embed(addresses.chart(slice.slice_id)) : void withLink(embed)),
    },
  ];
  return (
    <>
      {embedded === null ? null : (
        <Suspense fallback={<WaitingModal title={t('Embed code')} onClose={() => setEmbedded(null)} />}>
          <EmbedCodeModal url={embedded} name={slice?.slice_name ?? ''} onClose={() => setEmbedded(null)} />
        </Suspense>
      )}
      <MenuButton
        label={t('Share')}
        placement="bottom-end"
        items={[...items, ...sharing.entries]}
        trigger={<IconButton icon={ShareAltOutlined} label={t('Share')} />}
      />
      {sharing.dialog}
    </>
  );
}
