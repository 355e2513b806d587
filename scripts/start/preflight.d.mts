export function parsePort(text: string | undefined): number;
export function ensureWritable(dir: string): void;
export function ensurePortFree(port: number, host: string): Promise<void>;
export function lockDataFolder(dir: string, url: string): Promise<() => void>;
