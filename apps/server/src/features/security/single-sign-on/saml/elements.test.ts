import { describe, expect, it } from 'vitest';
import { readElements } from './elements.ts';

describe('a short document', () => {
  it('is read with its namespaces, attributes and text', () => {
    const xml = `\uFEFF<?xml version="1.0" encoding="UTF-8"?>
      <a:top xmlns:a="urn:a" xmlns="urn:b" ID='1&quot;2' Say="&#65;&#x42;">
        <mid a:x="y"/><a:end xmlns:a="urn:c">one &amp; &lt;two&gt; &apos;</a:end>
      </a:top>`;
    const { namespace, name, attributes, children } = readElements(xml);
    expect([namespace, name, attributes.ID, attributes.Say]).toEqual(['urn:a', 'top', '1"2', 'AB']);
    expect(children.map((child) => [child.namespace, child.name, child.text])).toEqual([
      ['urn:b', 'mid', ''],
      ['urn:c', 'end', "one & <two> '"],
    ]);
    expect(children[0]?.attributes).toEqual({ 'a:x': 'y' });
  });

  it('may be twenty deep and no deeper', () => {
    const nested = (depth: number) => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`;
    expect(readElements(nested(19)).name).toBe('a');
    expect(() => readElements(nested(20))).toThrow('It is nested too deeply.');
  });

  it.each([
    ['', 'It is no whole document.'],
    ['text', 'It is no whole document.'],
    ['<a/><b/>', 'It is no whole document.'],
    ['<a/>after', 'It is no whole document.'],
    ['before<a/>', 'It is no whole document.'],
    ['<a><b/>', 'It is no whole document.'],
    ['<a></a></a>', 'Its elements do not fit into each other.'],
    ['<a><b></a></b>', 'Its elements do not fit into each other.'],
    ['<a></a x="1">', 'Its elements do not fit into each other.'],
    ['<a x="1" x="2"/>', 'It says something twice.'],
    ['<a>&other;</a>', 'It holds an entity that is not known.'],
    ['<a>&amp</a>', 'It holds an entity that is not known.'],
    ['<a>&#0;</a>', 'It holds an entity that is not known.'],
    ['<a>&#x110000;</a>', 'It holds an entity that is not known.'],
    ['<a x="<"/>', 'It is no document of elements and text.'],
    ['<a><!-- b --></a>', 'It is no document of elements and text.'],
    ['<!DOCTYPE a><a/>', 'It is no document of elements and text.'],
    ['<a><![CDATA[b]]></a>', 'It is no document of elements and text.'],
    ['<a><?php b ?></a>', 'It is no document of elements and text.'],
  ])('is refused as %s', (xml, words) => {
    expect(() => readElements(xml)).toThrow(words);
  });
});
