'use client';

import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import CodeMirror, { EditorView, type Extension, type ReactCodeMirrorRef } from '@uiw/react-codemirror';
import { useEffect, useMemo, useRef } from 'react';
import { definitionLook } from './definition-look';

interface LineMark {
  /** From 1; the first line where none is known. */
  line?: number | undefined;
  message: string;
  severity: 'error' | 'warning';
}

export interface CodeEditorProps {
  label: string;
  value: string;
  onChange(value: string): void;
  /** The same one at every call. */
  language?: Extension;
  /** What is wrong with which line; undefined until it was checked. The same ones until it was checked again. */
  marks: readonly LineMark[] | undefined;
}

/** A text of many lines that is written, with marks beside those that something is wrong with. */
export function CodeEditor({ label, value, onChange, language, marks }: CodeEditorProps) {
  const editor = useRef<ReactCodeMirrorRef>(null);
  const extensions = useMemo(
    () => [
      ...(language === undefined ? [] : [language]),
      lintGutter(),
      definitionLook,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    ],
    [label, language],
  );
  useEffect(() => {
    const view = editor.current?.view;
    if (!view || !marks) return;
    view.dispatch(setDiagnostics(view.state, toDiagnostics(view, marks)));
  }, [marks]);
  return (
    <div className="overflow-hidden rounded-lg border border-line-strong bg-panel">
      <CodeMirror
        ref={editor}
        value={value}
        onChange={onChange}
        extensions={extensions}
        theme="none"
        minHeight="24rem"
        maxHeight="70vh"
      />
    </div>
  );
}

function toDiagnostics(view: EditorView, marks: readonly LineMark[]): Diagnostic[] {
  return marks.map(({ line = 1, message, severity }) => {
    const place = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
    return { from: place.from, to: place.to, severity, message };
  });
}
