'use strict';
// A project file as the package xcode represents it, for tests without that package. Strings keep
// their quotes. `KEY_comment` is the comment of KEY. References in lists are { value, comment }.
const fs = require('node:fs');

const TOKEN = /\s*(?:\/\/[^\n]*\n\s*)*(?:\/\*\s*((?:(?!\*\/)[^])*?)\s*\*\/|("(?:[^"\\]|\\[^])*")|([{}()=;,])|([^\s{}()=;,"]+))/y;

function tokens(text) {
  const list = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`not a project file at ${at}`);
    const [, comment, string, mark, word] = match;
    if (comment === undefined) list.push({ text: string ?? mark ?? word });
    else if (!/^(Begin|End) .* section$/.test(comment)) list[list.length - 1].comment = comment;
  }
  return list;
}

function parse(text) {
  const list = tokens(text);
  let next = 0;
  const expect = (mark) => {
    if (list[next++]?.text !== mark) throw new Error(`expected ${mark}`);
  };
  const value = () => {
    const token = list[next++];
    if (token.text === '{') {
      const object = {};
      while (list[next].text !== '}') {
        const key = list[next++];
        expect('=');
        const comment = list[next].text.match(/^[{(]$/) ? undefined : list[next].comment;
        object[key.text] = value();
        if (key.comment !== undefined) object[`${key.text}_comment`] = key.comment;
        else if (comment !== undefined) object[`${key.text}_comment`] = comment;
        expect(';');
      }
      expect('}');
      return object;
    }
    if (token.text !== '(') return token.text;
    const items = [];
    while (list[next].text !== ')') {
      const { text: first, comment } = list[next];
      const item = value();
      items.push(typeof item === 'string' && comment !== undefined ? { value: first, comment } : item);
      expect(',');
    }
    expect(')');
    return items;
  };
  return value();
}

const reference = (text, comment) => (comment === undefined ? text : `${text} /* ${comment} */`);
const keys = (object) => Object.keys(object).filter((key) => !key.endsWith('_comment'));

function write(value, indent) {
  if (Array.isArray(value)) {
    const lines = value.map((item) => `${indent}\t${typeof item === 'string' ? item : reference(item.value, item.comment)},\n`);
    return `(\n${lines.join('')}${indent})`;
  }
  if (typeof value !== 'object') return String(value);
  const lines = keys(value).map((key) => {
    const comment = value[`${key}_comment`];
    const isText = typeof value[key] !== 'object';
    return `${indent}\t${reference(key, isText ? undefined : comment)} = ` +
      `${reference(write(value[key], `${indent}\t`), isText ? comment : undefined)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

class Project {
  constructor(file) {
    this.file = file;
    const root = parse(fs.readFileSync(file, 'utf8'));
    const sections = {};
    for (const id of keys(root.objects)) {
      const section = (sections[root.objects[id].isa] ??= {});
      section[id] = root.objects[id];
      if (`${id}_comment` in root.objects) section[`${id}_comment`] = root.objects[`${id}_comment`];
    }
    this.hash = { project: { ...root, objects: sections } };
    this.sections = sections;
    this.count = 0;
  }

  writeSync() {
    const objects = Object.assign({}, ...Object.values(this.sections));
    return `// !$*UTF8*$!\n${write({ ...this.hash.project, objects }, '')}\n`;
  }

  pbxFileReferenceSection() { return this.sections.PBXFileReference; }
  pbxBuildFileSection() { return (this.sections.PBXBuildFile ??= {}); }
  getPBXGroupByKey(id) { return this.sections.PBXGroup[id]; }

  generateUuid() {
    const text = JSON.stringify(this.sections);
    for (;;) {
      const id = `F${String(++this.count).padStart(23, '0')}`;
      if (!text.includes(id)) return id;
    }
  }

  getFirstProject() {
    const [uuid] = keys(this.sections.PBXProject);
    return { uuid, firstProject: this.sections.PBXProject[uuid] };
  }

  getTarget(type) {
    for (const { value } of this.getFirstProject().firstProject.targets) {
      const target = this.sections.PBXNativeTarget[value];
      if (target.productType === `"${type}"`) return { uuid: value, target };
    }
    return null;
  }

  pbxResourcesBuildPhaseObj(target) {
    const phase = this.sections.PBXNativeTarget[target].buildPhases.find(({ comment }) => comment === 'Resources');
    return phase ? this.sections.PBXResourcesBuildPhase[phase.value] : null;
  }
}

module.exports = { project: (file) => new Project(file) };
