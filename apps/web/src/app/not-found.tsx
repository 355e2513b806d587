import { MissingPage } from '@/components/shell/missing-page';

export default function NotFound() {
  return (
    <main>
      <MissingPage />
    </main>
  );
}
