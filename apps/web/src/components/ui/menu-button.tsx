import { Ellipsis } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button';

/** What opens a menu. */
export function MenuButton(props: ComponentProps<'button'>) {
  return (
    <Button size="icon" className="size-9" {...props}>
      <Ellipsis aria-hidden className="size-4" />
    </Button>
  );
}
