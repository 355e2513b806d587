import { Boxes, FileText, FlaskConical, GitCompareArrows, House, Play, Settings } from 'lucide-react';

/** The places of the left rail, in their order. `key` follows `g` on the keyboard. */
export const places = [
  { href: '/', label: 'Home', icon: House, key: 'h' },
  { href: '/experiments', label: 'Experiments', icon: FlaskConical, key: 'e' },
  { href: '/runs', label: 'Runs', icon: Play, key: 'r' },
  { href: '/compare', label: 'Compare', icon: GitCompareArrows, key: 'c' },
  { href: '/reports', label: 'Reports', icon: FileText, key: 'p' },
  { href: '/clusters', label: 'Clusters', icon: Boxes, key: 'k' },
  { href: '/settings', label: 'Settings', icon: Settings, key: 's' },
] as const;

export function isHere(pathname: string, href: string): boolean {
  return href === '/' ? pathname === '/' : pathname === href || pathname.startsWith(`${href}/`);
}
