// The page of `bmoca play`: what the server sends is shown, and what a hand does is sent. The server decides everything.
import { connect } from "./connection.js";
import "./moments.js";
import "./screen.js";
import "./keyboard.js";
import "./hands.js";
import "./timeline.js";
import "./task.js";
import "./agents.js";
import "./chooser.js";
import "./inspector.js";
import "./files.js";
import "./configuration.js";
import "./recordings.js";
import "./layout.js";
import "./link.js";

connect();
