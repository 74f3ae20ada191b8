/** The product's mark: four points and the paths between them. */
export function BrandMark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden="true">
      <path d="M10 3 3.5 10 10 17l6.5-7z" stroke="var(--accent)" strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx="10" cy="3" r="2.4" fill="var(--accent)" />
      <circle cx="3.5" cy="10" r="2.4" fill="var(--card)" stroke="var(--accent)" strokeWidth="1.5" />
      <circle cx="16.5" cy="10" r="2.4" fill="var(--card)" stroke="var(--accent)" strokeWidth="1.5" />
      <circle cx="10" cy="17" r="2.4" fill="var(--accent)" />
    </svg>
  );
}
