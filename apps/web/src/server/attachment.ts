import 'server-only';

/** The `content-disposition` of a download under any name (RFC 6266): its ASCII letters for old readers, and all of it. */
export function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^ -~]|["%/\\]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeName(name)}`;
}

/** Leaves fewer letters as they are than `encodeURIComponent` does (RFC 8187), and halves of letters out. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
