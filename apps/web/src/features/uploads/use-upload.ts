import {
  type PreviewBody,
  type UploadBody,
  type UploadJob,
  type UploadPreview,
  uploadEndpoints,
  urlOf,
} from '@powerset/contract';
import { type Dispatch, type RefObject, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react';
import { api, errorText, isAbort } from '../../api/index.ts';
import { serverText, t } from '../../i18n/index.ts';
import { formatBytes } from './file-size.ts';

export type UploadResult = NonNullable<UploadJob['result']>;

export type UploadStep =
  | { readonly kind: 'choose'; readonly error: string | null }
  /** On its way, then looked into. */
  | { readonly kind: 'staging'; readonly fileName: string; readonly size: number; readonly sent: number }
  | {
      readonly kind: 'preview';
      readonly preview: UploadPreview;
      readonly isReading: boolean;
      readonly error: string | null;
    }
  /** Loaded, but not all of it. */
  | { readonly kind: 'partial'; readonly result: UploadResult; readonly rejectedAddress: string }
  | { readonly kind: 'loading'; readonly preview: UploadPreview; readonly job: UploadJob };

const pollMs = 250;

function tooLarge({ name, size }: File, maxMb: number): string {
  return t(
    '{{name}} has {{size}}, more than the {{limit}} MB that may be uploaded. Split it, or compress it with gzip.',
    { name, size: formatBytes(size), limit: maxMb },
  );
}

export interface UploadTarget {
  readonly databaseId: number;
  readonly maxMb: number;
}

/** One file's way: staged, previewed, loaded. Every stage can be stopped. */
export function useUpload({ databaseId, maxMb }: UploadTarget, onDone: (result: UploadResult) => void) {
  const [step, setStep] = useState<UploadStep>({ kind: 'choose', error: null });
  const underWay = useRef(false);
  const done = useRef(onDone);
  done.current = onDone;
  const { stage, endStaging } = useStaging({ databaseId, maxMb, setStep, underWay });

  const reading = useRef<AbortController | null>(null);
  const readAgain = async (preview: UploadPreview, body: PreviewBody) => {
    // Whoever chooses twice wants the second way; an answer to the first would only be taken for it.
    reading.current?.abort();
    const own = new AbortController();
    reading.current = own;
    const show = (shown: UploadPreview, error: string | null) => {
      if (reading.current === own) setStep({ kind: 'preview', preview: shown, isReading: false, error });
    };
    setStep({ kind: 'preview', preview, isReading: true, error: null });
    try {
      const params = { id: databaseId, uploadId: preview.upload_id };
      const answer = api.callEndpoint(uploadEndpoints.preview, { params, body, signal: own.signal });
      show((await answer).result, null);
    } catch (error) {
      show(preview, errorText(error));
    }
  };

  const load = async (preview: UploadPreview, body: UploadBody) => {
    const back = (error: string | null) => {
      underWay.current = false;
      setStep({ kind: 'preview', preview, isReading: false, error });
    };
    underWay.current = true;
    try {
      const { result } = await api.callEndpoint(uploadEndpoints.upload, { params: { id: databaseId }, body });
      // A file that was taken before is loaded by a job; only one that comes with the call is answered when it is loaded.
      if (!('job_id' in result)) return done.current(result);
      let job = result;
      while (job.state === 'running') {
        setStep({ kind: 'loading', preview, job });
        await new Promise((resolve) => setTimeout(resolve, pollMs));
        const asked = api.callEndpoint(uploadEndpoints.job, { params: { id: databaseId, jobId: job.job_id } });
        job = (await asked).result;
      }
      if (job.state === 'done' && job.result) {
        underWay.current = false;
        if (job.result.rejected_count > 0) {
          const params = { id: databaseId, jobId: job.job_id };
          const rejectedAddress = urlOf(uploadEndpoints.rejected, { params });
          setStep({ kind: 'partial', result: job.result, rejectedAddress });
        }
        done.current(job.result);
      } else back(job.state === 'cancelled' || job.error === null ? null : serverText(job.error));
    } catch (error) {
      back(errorText(error));
    }
  };

  const stop = async () => {
    endStaging();
    if (step.kind !== 'loading') return;
    const params = { id: databaseId, jobId: step.job.job_id };
    await api.callEndpoint(uploadEndpoints.cancel, { params }).catch(() => undefined);
  };

  const discard = async (preview: UploadPreview) => {
    reading.current = null;
    setStep({ kind: 'choose', error: null });
    const params = { id: databaseId, uploadId: preview.upload_id };
    // A file that is gone already is what was wanted.
    await api.callEndpoint(uploadEndpoints.discard, { params }).catch(() => undefined);
  };

  const isUnderWay = useCallback(() => underWay.current, []);
  return { step, stage, readAgain, load, stop, discard, isUnderWay };
}

interface StagingParts {
  readonly databaseId: number;
  readonly maxMb: number;
  readonly setStep: Dispatch<SetStateAction<UploadStep>>;
  readonly underWay: RefObject<boolean>;
}

/** Sends a file to be looked into; a newer one takes its place. */
function useStaging({ databaseId, maxMb, setStep, underWay }: StagingParts) {
  const controller = useRef<AbortController | null>(null);
  const staged = useRef<File | null>(null);
  const stage = useCallback(
    async (file: File) => {
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      underWay.current = false;
      if (file.size > maxMb * 1024 * 1024) return setStep({ kind: 'choose', error: tooLarge(file, maxMb) });
      staged.current = file;
      underWay.current = true;
      const staging = { kind: 'staging', fileName: file.name, size: file.size } as const;
      setStep({ ...staging, sent: 0 });
      const form = new FormData();
      form.append('file', file);
      try {
        const { result } = await api.callEndpoint(uploadEndpoints.stage, {
          params: { id: databaseId },
          body: form,
          signal: own.signal,
          onSent: (sent) => setStep((step) => (step.kind === 'staging' ? { ...staging, sent } : step)),
        });
        staged.current = null;
        underWay.current = false;
        setStep({ kind: 'preview', preview: result, isReading: false, error: null });
      } catch (error) {
        if (controller.current !== own) return;
        if (!isAbort(error)) staged.current = null;
        underWay.current = false;
        setStep({ kind: 'choose', error: isAbort(error) ? null : errorText(error) });
      }
    },
    [databaseId, maxMb, setStep, underWay],
  );
  useEndedStaging({ controller, staged, stage });
  const endStaging = () => {
    staged.current = null;
    controller.current?.abort();
  };
  return { stage, endStaging };
}

interface StagingInHand {
  readonly controller: RefObject<AbortController | null>;
  /** The file that is on its way. */
  readonly staged: RefObject<File | null>;
  readonly stage: (file: File) => Promise<void>;
}

/** Ends the sending with the screen. React may hide a screen and bring it back: then the file is sent again. */
function useEndedStaging({ controller, staged, stage }: StagingInHand): void {
  const latest = useRef(stage);
  useEffect(() => {
    latest.current = stage;
  }, [stage]);
  useEffect(() => {
    if (staged.current) void latest.current(staged.current);
    return () => controller.current?.abort();
  }, [controller, staged]);
}
