// The moments of the phone so far, as the server has told them.
import { on, phone } from "./connection.js";

export const moments = [];
const add = (m) => { moments[m.number] = m; };
on("timeline", (m) => { moments.length = 0; m.new.forEach(add); });
on("moments", (m) => m.new.forEach(add));
export const momentNow = () => moments[phone.status?.at];

// The moments from the start to the current one.
export function way() {
  const found = [];
  for (let number = phone.status.at; number !== null && moments[number]; number = moments[number].parent) found.unshift(number);
  return found;
}
// The branch that goes through the current moment: back to its start, and on along its row.
export function branch() {
  const found = way();
  for (let number = phone.status.at; number !== undefined;) {
    number = moments.find(({ parent, row }) => parent === number && row === moments[phone.status.at].row)?.number;
    if (number !== undefined) found.push(number);
  }
  return found;
}
export const rows = () => 1 + Math.max(0, ...moments.map(({ row }) => row));
// The moment of another branch that is nearest to the current one: of the row above (-1) or below (1).
export function beside(by) {
  const here = momentNow(), others = moments.filter(({ row }) => Math.sign(row - here.row) === by);
  const row = Math[by < 0 ? "max" : "min"](...others.map((one) => one.row)), near = (one) => Math.abs(one.column - here.column);
  return others.filter((one) => one.row === row).sort((one, other) => near(one) - near(other))[0]?.number;
}
